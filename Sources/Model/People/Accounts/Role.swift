package import Foundation
package import Observations

/// What an account may do beside what every subscriber may.
package struct Role: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, CaseIterable, Sendable {
        /// Knows the field: its answers are marked as an expert's.
        case expert
        /// Hides what others report.
        case moderator
        /// Looks after a station, as a holder of its key does.
        case stationOperator = "operator"
        /// Reads what is kept for research.
        case researcher
        /// Finds and suspends accounts and gives roles.
        case administrator
    }

    package let kind: Kind
    /// The station that an operator looks after; others have none.
    package let station: Station.ID?

    /// Creates a role, or returns `nil` when an operator has no station, or anybody else has one.
    package init?(_ kind: Kind, station: Station.ID? = nil) {
        guard (kind == .stationOperator) == (station != nil) else { return nil }
        self.kind = kind
        self.station = station
    }

    /// Reads what ``description`` writes.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            self.init(kind)
            return
        }
        guard let station = Station.ID(rawValue: String(parts[1])) else { return nil }
        self.init(kind, station: station)
    }

    /// `moderator`, or `operator:basel`.
    package var description: String { station.map { "\(kind.rawValue):\($0.rawValue)" } ?? kind.rawValue }
}

/// An account as administrators see it: nothing of what it watches, and no address.
package struct AccountEntry: Sendable {
    package let account: Account
    package let created: Date
    /// Since when nobody gets in.
    package let suspended: Date?
    package let roles: Set<Role>

    package init(account: Account, created: Date, suspended: Date?, roles: Set<Role>) {
        self.account = account
        self.created = created
        self.suspended = suspended
        self.roles = roles
    }
}
