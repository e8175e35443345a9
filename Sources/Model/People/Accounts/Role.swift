package import Foundation
package import Observations

/// A right that an account has beyond those of every subscriber.
package struct Role: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, CaseIterable, Sendable {
        /// Knows the field: writes articles, which are marked as an expert's, as are its named reports.
        case expert
        /// Hides others' reports, and reviews the articles of experts.
        case moderator
        /// Manages a station, with the rights of a holder of its key.
        case stationOperator = "operator"
        /// Reads research data, and leads studies.
        case researcher
        /// Finds and suspends accounts, grants roles, and reviews the articles of experts.
        case administrator
    }

    package let kind: Kind
    /// The station that an operator manages.
    ///
    /// Other roles have none.
    package let station: Station.ID?

    /// Creates a role, or returns `nil` when an operator has no station, or another role has one.
    package init?(_ kind: Kind, station: Station.ID? = nil) {
        guard (kind == .stationOperator) == (station != nil) else { return nil }
        self.kind = kind
        self.station = station
    }

    /// Reads the text that ``description`` writes.
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

/// An account as administrators see it, without its address and what it watches.
package struct AccountEntry: Sendable {
    package let account: Account
    package let created: Date
    /// The time since which the account is suspended.
    package let suspended: Date?
    package let roles: Set<Role>

    package init(account: Account, created: Date, suspended: Date?, roles: Set<Role>) {
        self.account = account
        self.created = created
        self.suspended = suspended
        self.roles = roles
    }
}
