package import Foundation

/// The rules by which reports of people stand together, live and end.
package struct ReportRules: Hashable, Sendable {
    /// Hours that a report may live by configuration.
    package static let lifetimes = 1...72
    /// Half a day, after which the air has changed.
    package static let defaultLifetime = 12

    /// How long a report stands after the last one who reported or confirmed it, in seconds.
    package let lifetime: TimeInterval

    /// Creates the rules, or returns `nil` when the hours lie outside of ``lifetimes``.
    package init?(lifetimeHours hours: Int) {
        guard Self.lifetimes.contains(hours) else { return nil }
        lifetime = Double(hours) * 3_600
    }

    package static let standard = ReportRules(checkedHours: defaultLifetime)

    private init(checkedHours hours: Int) { lifetime = Double(hours) * 3_600 }

    /// Metres from the place where an alert is shown to the cell of a report that joins it.
    ///
    /// A district of a city: what the wind carries differs little over it, and one place on the map stands
    /// for all of it. The distance is measured between the middles of public cells: nobody finds out a position
    /// by trying who joins. That of the alert stays where it is: a cluster does not creep over the country.
    package static let clusterRadius = 3_000.0
    /// The longest that an alert stands however often it is confirmed, in seconds, unless one report lives
    /// longer.
    ///
    /// Two days: what still is in the air then is better said anew.
    package static let longestLife: TimeInterval = 48 * 3_600
    /// Metres from the alert within which whoever sends a position with the confirmation has to be.
    package static let confirmationReach = 50_000.0
    /// People who have to flag an alert before it is hidden until a moderator looks; more when more stand by
    /// it.
    package static let flagsThatHide = 3
    /// Metres between two reports of an account that nobody asks about: an error of the phone, or a place
    /// looked up.
    package static let freeDistance = 50_000.0
    /// Metres a second between two reports of an account: 300 km/h, a fast train.
    package static let highestSpeed = 300_000.0 / 3_600
    /// Seconds within which the same report of the same account says nothing new.
    package static let duplicateWindow: TimeInterval = 600

    /// When an alert that was first sent at `sent` and is said again at `now` expires.
    package func expiry(sent: Date, saidAgain now: Date) -> Date {
        min(
            now.addingTimeInterval(lifetime),
            sent.addingTimeInterval(max(Self.longestLife, lifetime)))
    }
}

/// What subscribers do that others are told of, and how often one account may.
package enum SubscriberAct: String, CaseIterable, Sendable {
    case report, confirmation, flag

    /// A number of acts that an account may do in a span of time.
    package struct Limit: Hashable, Sendable {
        /// What the span is called.
        package let name: String
        package let acts: Int
        /// In seconds.
        package let window: Int
    }

    /// How often one account may act: a person who feels worse by the hour reports less than five times;
    /// confirming and flagging cost others less.
    package var limits: [Limit] {
        let (hour, day) =
            switch self {
            case .report: (5, 20)
            case .confirmation: (20, 100)
            case .flag: (10, 40)
            }
        return [
            Limit(name: "hour", acts: hour, window: 3_600), Limit(name: "day", acts: day, window: 86_400),
        ]
    }

    /// The longest span that a limit looks back, in seconds.
    package static let memory = 86_400
}

/// Why a report, or what somebody does about one, is turned away.
package enum ReportRefusal: Error, Hashable, Sendable {
    /// The account did so as often as one may; one more is taken in `retryAfter` seconds.
    case tooMany(SubscriberAct, SubscriberAct.Limit, retryAfter: Int)
    /// Nobody gets from the last report to this one, `metres` away, before `possible`.
    case implausible(metres: Double, possible: Date)
    /// The account said the same a moment ago.
    case duplicate(Alert.ID)
    case unknownAlert
    /// It is a station's alert, not people's.
    case notReported
    /// The alert has ended or expired.
    case over
    /// The account is one of those who reported it.
    case own
    /// The account is none of those who reported it.
    case notOwn
    /// Whoever confirms is too far away to know.
    case tooFar
}

/// Why subscribers think that an alert does not belong here.
package enum FlagReason: String, CaseIterable, Sendable, Codable {
    case `false`, offensive, spam
}
