import Foundation
import HTTPTypes
import Observations
package import People

/// Who may call a route.
package enum Audience: Sendable, CaseIterable {
    /// Anybody, with or without a token.
    case everyone
    /// Any account.
    case subscriber
    /// Any account, to add measured values: a device's token needs to be good for nothing else.
    case contributor
    /// Any account, for what controls access to it: password, address, sessions, tokens, deletion.
    case owner
    /// An account that moderates other people's reports.
    case moderator
    /// A key of the station that the path names as `{station}`, or an account that operates that station.
    case stationOperator
    /// A key of any station.
    case anyStation
    /// An account that reads research data.
    case researcher
    /// An account that finds and suspends other accounts and grants roles.
    case administrator
}

/// The single table of rights and what they allow.
///
/// A route names its ``Audience``. The row for that audience names the role that an account needs, and the
/// scope that the credential needs. Station keys are only valid for the two station rows.
package struct Permission: Sendable {
    /// The role that an account needs; `nil` if any account is allowed.
    package let role: Role.Kind?
    /// The scope that the credential needs.
    package let scope: Scopes
    /// Whether accounts are allowed.
    package var isForAccounts = true
    /// Whether station keys are allowed.
    package var isForKeys = false
    /// Whether the right is limited to the station that the path names.
    package var isForOneStation = false

    /// The row for an audience and for reading or writing; `nil` admits everyone.
    package static func needed(for access: Audience, reading: Bool) -> Permission? {
        switch access {
        case .everyone: nil
        case .subscriber: Permission(role: nil, scope: reading ? .read : .write)
        case .contributor: Permission(role: nil, scope: .metrics)
        case .owner: Permission(role: nil, scope: .account)
        case .moderator: Permission(role: .moderator, scope: .moderate)
        case .researcher: Permission(role: .researcher, scope: .research)
        case .administrator: Permission(role: .administrator, scope: .administer)
        case .stationOperator:
            Permission(role: .stationOperator, scope: .stations, isForKeys: true, isForOneStation: true)
        case .anyStation: Permission(role: nil, scope: [], isForAccounts: false, isForKeys: true)
        }
    }

    /// Admits a visitor.
    ///
    /// - Parameters:
    ///   - visitor: The sender.
    ///   - station: The station that the path names.
    /// - Throws: A `forbidden` problem that names the missing right.
    package func check(_ visitor: Visitor, station: String?) throws {
        switch visitor.principal {
        case .station(let own):
            guard isForKeys else {
                throw Problem(.forbidden, "This needs an account's token, not a station's key.")
            }
            guard !isForOneStation || station == own.rawValue
            else { throw Problem(.forbidden, "The key is for station \(own.rawValue) only.") }
        case .account:
            guard isForAccounts else {
                throw Problem(.forbidden, "This needs a station's key, not an account's token.")
            }
            guard isHeld(by: visitor.roles, station: station) else { throw missingRole }
            guard visitor.scopes.isSuperset(of: scope) else {
                throw Problem(
                    .forbidden, "The token lacks the scope \(scope.names.joined(separator: " ")).")
            }
        }
    }

    private func isHeld(by roles: Set<Role>, station: String?) -> Bool {
        guard let role else { return true }
        return roles.contains { $0.kind == role && (!isForOneStation || $0.station?.rawValue == station) }
    }

    private var missingRole: Problem {
        switch role {
        case .moderator: Problem(.forbidden, "This is for moderators; the account is none.")
        case .stationOperator:
            Problem(
                .forbidden, "This needs a station's key, or an account that looks after the station.")
        case let role: Problem(.forbidden, "This is for a \(role?.rawValue ?? ""); the account is none.")
        }
    }
}
