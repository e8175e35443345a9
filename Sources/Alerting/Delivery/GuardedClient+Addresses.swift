import Addressing
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix

/// Tries the addresses of a host one after the other.
extension GuardedClient {
    /// The name server does not know the host, or no name server answered.
    struct HostNotFound: Error {}

    /// Calls `act` with a client for each address of a host in turn, until one accepts a connection (RFC
    /// 6724, section 2).
    ///
    /// A host may have an address that cannot be reached from here.
    ///
    /// - Throws: ``AddressGuard/Objection`` when one of the addresses may not be called, ``HostNotFound``,
    ///   and the errors of `act`.
    func reaching<Result>(
        _ destination: AddressGuard.Destination, _ act: (HTTPClient) async throws -> Result
    ) async throws -> Result {
        let addresses = try await checkedAddresses(of: destination)
        for address in addresses.dropLast() {
            do {
                return try await lending(destination.host, address, act)
            } catch  where error.isMissingConnection {
                continue
            }
        }
        guard let last = addresses.last else { throw HostNotFound() }
        return try await lending(destination.host, last, act)
    }

    private func lending<Result>(
        _ host: String, _ address: NetworkAddress, _ act: (HTTPClient) async throws -> Result
    ) async throws -> Result {
        let pin = PinnedClients.Pin(host: host, address: "\(address)")
        let client = await clients.lease(pin)
        do {
            let result = try await act(client)
            await clients.giveBack(pin)
            return result
        } catch {
            await clients.giveBack(pin)
            throw error
        }
    }

    private func checkedAddresses(
        of destination: AddressGuard.Destination
    ) async throws -> [NetworkAddress] {
        if let address = destination.address { return [address] }
        guard let addresses = try? await resolver.addresses(of: destination.host)
        else { throw HostNotFound() }
        try addressGuard.check(
            addresses, of: destination.host, isSecure: destination.url.scheme?.lowercased() == "https")
        return addresses
    }
}

extension Error {
    /// Whether nothing was sent, because no connection was made.
    fileprivate var isMissingConnection: Bool {
        switch self {
        case let error as IOError:
            [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL].contains(error.errnoCode)
        case let error as HTTPClientError: error == .connectTimeout
        default: self is NIOConnectionError
        }
    }
}
