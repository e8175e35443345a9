import Foundation
import HTTPTypes
import Observations
package import People

/// Who may call a route.
package enum Audience: Sendable, CaseIterable {
    /// Anybody, with or without a token.
    case everyone
    /// Whoever has an account.
    case subscriber
    /// Whoever has an account, for what decides how to get into it: password, address, sessions, tokens, deletion.
    case owner
    /// An account that looks after what others report.
    case moderator
    /// A key of the very station that the path names as `{station}`, or an account that looks after it.
    case stationOperator
    /// A key of a station, whichever it is.
    case anyStation
    /// An account that reads what is kept for research.
    case researcher
    /// An account that finds and suspends others and gives roles.
    case administrator
}

/// The one table of what may be done with which rights.
///
/// A route names its ``Audience``; the row of the access names the role that an account needs beside being one, and the
/// scope that the credential needs. Stations' keys are good for the two rows of stations only.
package struct Permission: Sendable {
    /// The role that an account needs; `nil` when every account may.
    package let role: Role.Kind?
    /// What the credential must be good for.
    package let scope: Scopes
    /// Whether accounts may at all.
    package var isForAccounts = true
    /// Whether a station's key may.
    package var isForKeys = false
    /// Whether it is about the station that the path names.
    package var isForOneStation = false

    /// The row of an access, for a method that only reads or for one that changes something; `nil` lets everybody in.
    package static func needed(for access: Audience, reading: Bool) -> Permission? {
        switch access {
        case .everyone: nil
        case .subscriber: Permission(role: nil, scope: reading ? .read : .write)
        case .owner: Permission(role: nil, scope: .account)
        case .moderator: Permission(role: .moderator, scope: .moderate)
        case .researcher: Permission(role: .researcher, scope: .research)
        case .administrator: Permission(role: .administrator, scope: .administer)
        case .stationOperator:
            Permission(role: .stationOperator, scope: .stations, isForKeys: true, isForOneStation: true)
        case .anyStation: Permission(role: nil, scope: [], isForAccounts: false, isForKeys: true)
        }
    }

    /// Lets a visitor pass.
    ///
    /// - Parameters:
    ///   - visitor: Who asks.
    ///   - station: The station that the path names.
    /// - Throws: A `forbidden` problem that says what is missing.
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
