package import Addressing
package import Foundation

/// Keeps messages to subscribers' addresses out of networks that are not public.
///
/// A user who can make this program call a URL could reach what only this machine can reach: databases,
/// routers, a cloud's credentials (server-side request forgery, CWE-918). A URL must therefore use `https`,
/// hold no user name or password, and lead to public addresses only: those that IANA's special-purpose
/// registries (RFC 6890, kept up to date at iana.org) call globally reachable. Operators may allow hosts and
/// networks of their own; these may also be reached over `http`.
package struct AddressGuard: Sendable {
    private let hosts: Set<String>
    private let networks: [NetworkRange]

    /// Makes a guard that lets only public addresses pass.
    package init() { (hosts, networks) = ([], []) }

    /// Reads the additional allow-list: host names, addresses and networks such as `10.1.0.0/16`, separated
    /// by commas.
    ///
    /// - Returns: `nil` when a part is none of these.
    package init?(allowing text: String) {
        var (hosts, networks): (Set<String>, [NetworkRange]) = ([], [])
        for part in text.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if let network = NetworkRange(part) {
                networks.append(network)
            } else if let host = Self.plainName(part) {
                hosts.insert(host)
            } else {
                return nil
            }
        }
        (self.hosts, self.networks) = (hosts, networks)
    }

    /// Where a URL leads, checked as far as possible without a DNS query.
    package struct Destination: Hashable, Sendable {
        /// The URL with its host in canonical spelling.
        package let url: URL
        /// A domain name in lower case without a final dot, or an address.
        package let host: String
        /// The address, when the host is an address.
        package let address: NetworkAddress?
    }

    /// Why a URL or address is rejected, in words for its owner.
    package struct Objection: Error, Hashable, Sendable {
        package let reason: String
    }

    /// Checks a URL before it is stored or called.
    ///
    /// - Throws: ``Objection`` when no message may ever go there.
    package func destination(of url: URL) throws(Objection) -> Destination {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http"
        else { throw Objection(reason: "the address is not an https URL") }
        guard url.user() == nil, url.password() == nil
        else { throw Objection(reason: "the URL holds a user name") }
        guard url.port.map({ (1...65_535).contains($0) }) ?? true
        else { throw Objection(reason: "the URL names no port") }
        let text = (url.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        if let address = NetworkAddress(text) {
            try check([address], of: text, isSecure: scheme == "https")
            return Destination(url: url, host: text, address: address)
        }
        guard let host = Self.plainName(text)
        else { throw Objection(reason: "the URL names no host that can be called") }
        guard scheme == "https" || hosts.contains(host) || !networks.isEmpty
        else { throw Objection(reason: "the address is not an https URL") }
        return Destination(url: try Self.replacingHost(of: url, by: host), host: host, address: nil)
    }

    /// Checks the current addresses of a host.
    ///
    /// A single address that is not allowed rejects all of them: a name that leads to both a public and a
    /// private address is a trick or a mistake.
    package func check(
        _ addresses: [NetworkAddress], of host: String, isSecure: Bool
    ) throws(Objection) {
        guard !addresses.isEmpty else { throw Objection(reason: "the host has no address") }
        if hosts.contains(host) { return }
        for address in addresses {
            if networks.contains(where: { $0.contains(address) }) { continue }
            guard Self.isPublic(address) else { throw Objection(reason: "the host’s address is not public") }
            guard isSecure else { throw Objection(reason: "the address is not an https URL") }
        }
    }

    /// A domain name in lower case without its final dot, or `nil` when the text is not a domain name.
    ///
    /// Numbers that some resolvers take for an address, such as `2130706433` or `0x7f.1`, are not domain
    /// names.
    private static func plainName(_ text: some StringProtocol) -> String? {
        var name = text.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...253).contains(name.count), let last = labels.last else { return nil }
        let isPlain = labels.allSatisfy { label in
            (1...63).contains(label.count)
                && label.utf8.allSatisfy { byte in
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
        }
        // The URL standard's "ends in a number" check: such a host is an address, however it is written.
        let endsInNumber =
            last.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            || last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
        return isPlain && !endsInNumber ? name : nil
    }

    /// The URL with exactly the host that was checked, so that no other host can be called.
    private static func replacingHost(of url: URL, by host: String) throws(Objection) -> URL {
        if url.host == host { return url }
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.host = host
        guard let plain = parts?.url, plain.host == host
        else { throw Objection(reason: "the URL names no host that can be called") }
        return plain
    }

    /// Whether an address is globally reachable, according to the IANA registries.
    package static func isPublic(_ address: NetworkAddress) -> Bool {
        if let embedded = address.embedded { return isPublic(embedded) }
        if address.bytes.count == 4 { return !special.contains { $0.contains(address) } }
        return unicast.contains(address) && !special.contains { $0.contains(address) }
    }

    /// The addresses assigned for global unicast (RFC 4291, 2.4).
    private static let unicast = range("2000::/3")

    private static let special = [
        "0.0.0.0/8",  // "this network", RFC 791
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  // private, RFC 1918
        "100.64.0.0/10",  // clients' address translation, RFC 6598
        "127.0.0.0/8",  // loopback, RFC 1122
        "169.254.0.0/16",  // link-local, RFC 3927; clouds answer with credentials at 169.254.169.254
        "192.0.0.0/24",  // protocol assignments, RFC 6890
        "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24",  // documentation, RFC 5737
        "192.88.99.0/24",  // 6to4 relays, RFC 7526
        "198.18.0.0/15",  // benchmarks, RFC 2544
        "224.0.0.0/4",  // multicast, RFC 1112
        "240.0.0.0/4",  // reserved, RFC 1112, and broadcast
        "168.63.129.16/32",  // metadata of a cloud, although in public space
        "100.100.100.200/32",  // the same
        "2001::/23",  // protocol assignments, among them Teredo, RFC 2928
        "2001:db8::/32", "3fff::/20",  // documentation, RFC 3849 and RFC 9637
        "2002::/16",  // 6to4, RFC 3056
    ].map(range)

    private static func range(_ text: String) -> NetworkRange {
        guard let range = NetworkRange(text) else { preconditionFailure("\(text) is no network") }
        return range
    }
}
