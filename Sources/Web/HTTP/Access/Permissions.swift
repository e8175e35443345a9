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
    /// An account of an expert, who writes articles.
    case expert
    /// An account that reviews the articles of experts: moderators and administrators do.
    case reviewer
    /// A key of the station that the path names as `{station}`, or an account that operates that station.
    case stationOperator
    /// A key of any station.
    case anyStation
    /// An account that reads research data and leads studies.
    case researcher
    /// An account that finds and suspends other accounts and grants roles.
    case administrator
}

/// The single table of rights and what they allow.
///
/// A route names its ``Audience``. The row for that audience names the role that an account needs, and the
/// scope that the credential needs. Station keys are only valid for the two station rows.
package struct Permission: Sendable {
    /// The roles that let an account in; empty if any account may enter.
    package let roles: Set<Role.Kind>
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
        case .subscriber: Permission(roles: [], scope: reading ? .read : .write)
        case .contributor: Permission(roles: [], scope: .metrics)
        case .owner: Permission(roles: [], scope: .account)
        case .moderator: Permission(roles: [.moderator], scope: .moderate)
        case .expert: Permission(roles: [.expert], scope: reading ? .read : .write)
        case .reviewer: Permission(roles: [.moderator, .administrator], scope: .moderate)
        case .researcher:
            Permission(roles: [.researcher], scope: reading ? .research : [.research, .write])
        case .administrator: Permission(roles: [.administrator], scope: .administer)
        case .stationOperator:
            Permission(roles: [.stationOperator], scope: .stations, isForKeys: true, isForOneStation: true)
        case .anyStation: Permission(roles: [], scope: [], isForAccounts: false, isForKeys: true)
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
            guard isHeld(by: visitor, station: station) else { throw missingRole }
            guard visitor.scopes.isSuperset(of: scope) else {
                throw Problem(
                    .forbidden, "The token lacks the scope \(scope.names.joined(separator: " ")).")
            }
        }
    }

    private func isHeld(by visitor: Visitor, station: String?) -> Bool {
        roles.isEmpty
            || visitor.roles.contains {
                roles.contains($0.kind) && (!isForOneStation || $0.station?.rawValue == station)
            }
    }

    private var missingRole: Problem {
        switch roles {
        case [.moderator]: Problem(.forbidden, "This is for moderators; the account is none.")
        case [.moderator, .administrator]:
            Problem(.forbidden, "This is for moderators and administrators; the account is neither.")
        case [.stationOperator]:
            Problem(
                .forbidden, "This needs a station's key, or an account that looks after the station.")
        default:
            Problem(.forbidden, "This is for a \(roles.first?.rawValue ?? ""); the account is none.")
        }
    }
}
