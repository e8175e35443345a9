import Foundation

/// What a node does of the work of a network.
///
/// Pages, the API, tiles and streams are one role: each of them answers requests from the same caches, and a
/// balancer can send their paths to nodes of their own without the nodes' knowing.
package enum NodeRole: String, CaseIterable, Sendable {
    /// It answers requests. Every node answers those about its health.
    case web
    /// It takes its turn at what the network needs done once.
    case work

    /// Reads a list that is separated by commas; `nil` if it names no role or another word.
    static func roles(in text: String) -> Set<NodeRole>? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let roles = names.map { NodeRole(rawValue: $0.trimmingCharacters(in: .whitespaces)) }
        return roles.contains(nil) ? nil : Set(roles.compactMap(\.self))
    }
}
