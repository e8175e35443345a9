package import Foundation
package import HealthMetrics
package import People

/// Something that happened to what a person keeps here or looks after, and that the person is told at once.
package struct Notice: Hashable, Sendable {
    /// What happened.
    package enum Matter: Hashable, Sendable, Codable {
        /// Somebody opened a link that the person had shared, and said to be `recipient`.
        case linkOpened(label: String, recipient: String)
        /// A shared link was closed, because its passcode was wrong too often.
        case linkLocked(label: String)
        /// Values lie outside of the bounds that the person has set; `words` are what the person wants to be
        /// told then. There is at least one crossing, and all are of one kind.
        case metricOutside(words: String, [MetricCrossing])
        /// The same, when ``many`` such notices were raised before it.
        case metricOutsideOften(words: String, [MetricCrossing])
        /// The last days of a kind are unlike the person's own past.
        case metricUnusual(MetricComparison)
        /// A feed of values that came daily has fallen silent.
        case feedSilent(label: String, since: Date)
        /// Somebody flagged an alert that no moderator has to look at yet; the reader is a moderator on duty.
        case alertFlagged(FlagReason)
        /// An article of an expert went a step on its way; the reader is its author or, once it is submitted, reviews.
        case article(ArticleStep, title: String)
        /// The researchers of a study in which the reader takes part have written; the notice names neither the study
        /// nor what they wrote.
        case studyMessage
    }

    /// A step of an article, for somebody who did not take it.
    package enum ArticleStep: String, CaseIterable, Sendable, Codable {
        case submitted, returned, accepted, published, retired
    }

    /// How many notices of values outside of their bounds are many, and within how many seconds.
    ///
    /// It is our own choice and says nothing about health: after three in an hour, one more of the same words
    /// helps nobody. The watch looks every five minutes.
    package static let many: (count: Int, span: TimeInterval) = (3, 3_600)

    /// How long it is tried to be sent, in seconds: a day.
    package static let patience: TimeInterval = 86_400

    package let matter: Matter
    package let raised: Date

    package init(_ matter: Matter, raised: Date) { (self.matter, self.raised) = (matter, raised) }
}

/// A notice that is to be sent over one channel.
package struct OutgoingNotice: Sendable {
    /// The number of its line in the queue.
    package let line: Int64
    package let notice: Notice
    /// Whom it is about, when that is not the reader.
    package let person: Person?
    package let language: Language
    package let tone: Tone
    /// The reader's time zone.
    package let timeZone: TimeZone
    /// The number of tries so far.
    package let attempts: Int

    package init(
        line: Int64, notice: Notice, person: Person?, language: Language, tone: Tone, timeZone: TimeZone,
        attempts: Int
    ) {
        self.line = line
        self.notice = notice
        self.person = person
        self.language = language
        self.tone = tone
        self.timeZone = timeZone
        self.attempts = attempts
    }
}
