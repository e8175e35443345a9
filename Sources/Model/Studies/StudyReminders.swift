package import Allergens

/// When a study reminds people who take part and have not answered.
///
/// It goes by what somebody did: by the day of the latest answer to each form. Where answers belong to nobody, all are reminded
/// alike, because who is reminded would tell who has answered.
package struct StudyReminders: Hashable, Sendable {
    /// After how many days without an answer one is sent, and how many days lie between two.
    package static let spans = 1...30
    /// How many a person gets over the whole study.
    package static let counts = 1...20
    /// In the evening, when a day can be answered for.
    package static let usualTime = LocalTime(hour: 18)
    /// After so many days without an answer, in ``spans``.
    package let after: Int
    /// At most so many to each person, in ``counts``.
    package let most: Int
    /// By the clocks of who is reminded.
    package let time: LocalTime

    /// Makes a rule; `nil` if a number is outside of its range.
    package init?(after: Int, most: Int, time: LocalTime = usualTime) {
        guard Self.spans.contains(after), Self.counts.contains(most) else { return nil }
        (self.after, self.most, self.time) = (after, most, time)
    }
}

/// How somebody who takes part is reminded.
package struct StudyReminding: Hashable, Sendable {
    /// Whether the person wants it.
    package let isOn: Bool
    /// How many were sent.
    package let sent: Int

    package init(isOn: Bool, sent: Int) { (self.isOn, self.sent) = (isOn, sent) }
}
