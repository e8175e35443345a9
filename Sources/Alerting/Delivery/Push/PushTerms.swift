import Addressing
import Alerts
import Allergens
import Crypto
import Foundation
import People
import Studies

/// How a push service should treat a message (RFC 8030, section 5).
struct PushTerms: Hashable {
    /// How readily a message may drain a battery (RFC 8030, section 5.3).
    enum Urgency: String {
        case veryLow = "very-low"
        case low, normal, high

        init(_ urgency: Alerts.Urgency) {
            switch urgency {
            case .alarm: self = .high
            case .reminder: self = .normal
            case .appointment: self = .low
            case .gentle: self = .veryLow
            }
        }
    }

    /// How long to store the message, in seconds: until the last of its alerts expires.
    let timeToLive: Int
    let urgency: Urgency
    /// A later message of the same topic replaces a waiting one; `nil` when no message may be replaced.
    let topic: String?

    /// The terms of one alert.
    ///
    /// A cancellation can wait until the device wakes up; *high* and *very high* wake it. Reports have no
    /// level and do not wake it.
    ///
    /// - Parameters:
    ///   - alert: The alert to send.
    ///   - origin: The first alert in its chain of revisions, so that an update replaces the alert that it
    ///     updates.
    ///   - person: The person concerned, when that is not the reader. Each person has a topic of their
    ///     own.
    ///   - now: The present.
    init(_ alert: Alert, origin: Alert.ID, for person: Person.ID? = nil, at now: Date) {
        timeToLive = Self.seconds(until: alert.expires, from: now)
        topic = Self.topic(of: origin, person)
        urgency =
            if alert.message == .cancel {
                .low
            } else {
                switch alert.level {
                case .high, .veryHigh: .high
                case .moderate, nil: .normal
                case .some(.none), .low: .low
                }
            }
    }

    /// The terms of a reminder.
    ///
    /// A later one of the diary of the same person, or of the same study, replaces it. Others replace none, since each has answers of
    /// its own.
    init(_ reminder: OutgoingReminder, at now: Date) {
        timeToLive = Self.seconds(until: reminder.expires, from: now)
        urgency = Urgency(reminder.urgency)
        topic =
            switch reminder.subject {
            case .diary: Self.topic("reminder" + (reminder.person.map { " \($0.id.rawValue)" } ?? ""))
            case .help: Self.topic(reminder.name)
            case .study(let study): Self.topic("study \(study.rawValue)")
            }
    }

    /// The terms of a notice, which replaces no other one.
    init(_ notice: OutgoingNotice, at now: Date) {
        timeToLive = Self.seconds(
            until: notice.notice.raised.addingTimeInterval(Notice.patience), from: now)
        urgency = Urgency(notice.notice.urgency)
        topic = nil
    }

    /// The terms of a digest, which has no topic because the next digest holds other alerts.
    init(digest alerts: [Alert], at now: Date) {
        timeToLive = Self.seconds(until: alerts.map(\.expires).max() ?? now, from: now)
        urgency = .normal
        topic = nil
    }

    /// The terms of a test message.
    static let trial = PushTerms(timeToLive: 300, urgency: .high, topic: nil)

    private init(timeToLive: Int, urgency: Urgency, topic: String?) {
        self.timeToLive = timeToLive
        self.urgency = urgency
        self.topic = topic
    }

    /// The topic: 32 characters of base64url, the most that RFC 8030, section 5.4, allows.
    private static func topic(of origin: Alert.ID, _ person: Person.ID?) -> String {
        topic(origin.rawValue + (person.map { " \($0.rawValue)" } ?? ""))
    }

    private static func topic(_ subject: String) -> String {
        Base64URL.text(of: SHA256.hash(data: Data(subject.utf8)).prefix(24))
    }

    private static func seconds(until expires: Date, from now: Date) -> Int {
        max(0, Int(expires.timeIntervalSince(now).rounded(.up)))
    }
}
