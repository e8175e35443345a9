package import Addressing

/// Finds the addresses of hosts.
package protocol HostResolver: Sendable {
    /// The current addresses of a host, the best one first.
    ///
    /// - Throws: An error when the name is unknown or no server answers.
    func addresses(of host: String) async throws -> [NetworkAddress]
}
