package import Addressing

/// Finds the addresses of hosts.
package protocol HostResolver: Sendable {
    /// The addresses of a host at this moment, the best one first.
    ///
    /// - Throws: When the name is not known or nobody answers.
    func addresses(of host: String) async throws -> [NetworkAddress]
}
