package import Foundation

/// The rules by which people's reports join alerts, stay in force and end.
package struct ReportRules: Hashable, Sendable {
    /// The lifetimes of a report in hours that the configuration may set.
    package static let lifetimes = 1...72
    /// Half a day, after which the air has changed.
    package static let defaultLifetime = 12

    /// How long an alert is in force after the last report or confirmation, in seconds.
    package let lifetime: TimeInterval

    /// Creates the rules, or returns `nil` when the hours are outside ``lifetimes``.
    package init?(lifetimeHours hours: Int) {
        guard Self.lifetimes.contains(hours) else { return nil }
        lifetime = Double(hours) * 3_600
    }

    package static let standard = ReportRules(checkedHours: defaultLifetime)

    private init(checkedHours hours: Int) { lifetime = Double(hours) * 3_600 }

    /// The largest distance in metres from an alert's public position to the cell of a report that joins it.
    ///
    /// It is a district of a city: what the wind carries differs little across it, and one place on the map
    /// represents all of it. The distance is measured between the middles of public cells, so nobody can find
    /// out a position by trying which reports join. The alert's position never changes, so that a cluster
    /// does not creep across the country.
    package static let clusterRadius = 3_000.0
    /// How long an alert is in force at most, however often it is confirmed, in seconds, unless one report
    /// lives longer.
    ///
    /// Two days: what is still in the air after that deserves a new alert.
    package static let longestLife: TimeInterval = 48 * 3_600
    /// The largest distance in metres from the alert for people who send a position with their confirmation.
    package static let confirmationReach = 50_000.0
    /// The lowest number of flags that hide an alert until a moderator looks at it.
    ///
    /// It takes more when more accounts support the alert.
    package static let flagsThatHide = 3
    /// The distance in metres between two reports of an account that is always plausible: an error of the
    /// phone, or a place looked up.
    package static let freeDistance = 50_000.0
    /// The highest plausible speed between two reports of an account in metres per second: 300 km/h, a fast
    /// train.
    package static let highestSpeed = 300_000.0 / 3_600
    /// The seconds within which an account's identical report is a duplicate.
    package static let duplicateWindow: TimeInterval = 600

    /// The expiry of an alert that was first sent at `sent` and is reported or confirmed again at `now`.
    package func expiry(sent: Date, saidAgain now: Date) -> Date {
        min(
            now.addingTimeInterval(lifetime),
            sent.addingTimeInterval(max(Self.longestLife, lifetime)))
    }
}

/// The acts of subscribers that others see, and how often one account may do them.
package enum SubscriberAct: String, CaseIterable, Sendable {
    case report, confirmation, flag

    /// The number of times that an account may act in a span of time.
    package struct Limit: Hashable, Sendable {
        /// The name of the span.
        package let name: String
        package let acts: Int
        /// The span in seconds.
        package let window: Int
    }

    /// The limits for one account.
    ///
    /// A person who feels worse by the hour reports less than five times. Confirmations and flags cost others
    /// less.
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

    /// The longest span of any limit, in seconds.
    package static let memory = 86_400
}

/// Why a report, or an act on one, is rejected.
package enum ReportRefusal: Error, Hashable, Sendable {
    /// The account has reached a limit.
    ///
    /// It may act again in `retryAfter` seconds.
    case tooMany(SubscriberAct, SubscriberAct.Limit, retryAfter: Int)
    /// Nobody gets from the last report to this one, `metres` away, before `possible`.
    case implausible(metres: Double, possible: Date)
    /// The account sent the same report a moment ago.
    case duplicate(Alert.ID)
    case unknownAlert
    /// The alert is a station's, not people's.
    case notReported
    /// The alert has ended or expired.
    case over
    /// The account has reported the alert itself.
    case own
    /// The account has not reported the alert.
    case notOwn
    /// The position sent with the confirmation is too far away.
    case tooFar
    /// The latest decision about the alert is another moderator's, or there is none.
    case notDecided
}

/// Why subscribers think that an alert does not belong here.
package enum FlagReason: String, CaseIterable, Sendable, Codable {
    case `false`, offensive, spam
}
