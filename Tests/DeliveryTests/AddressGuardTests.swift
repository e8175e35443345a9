import Addressing
import Foundation
import Testing

@testable import Delivery

@Suite struct AddressGuardTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1",
        "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe",
        "::ffff:0:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1",
        "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "5f00::1", "fc00::1",
        "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
    ])
    func `a private or reserved address is not public`(_ text: String) throws {
        #expect(!AddressGuard.isPublic(try #require(NetworkAddress(text))))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "223.255.255.255",
        "2606:4700::1111", "2a00:1450:4001::1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
    ])
    func `any other address is public`(_ text: String) throws {
        #expect(AddressGuard.isPublic(try #require(NetworkAddress(text))))
    }

    @Test(arguments: [
        "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/",
        "https://0x7f.1/", "https://0177.0.0.1/", "https://017700000001/", "https://[::1]/",
        "https://[::ffff:127.0.0.1]/", "https://[fe80::1%25eth0]/", "https://[fe80::1%25lo]:80/",
        "https://10.0.0.1:8443/hook", "https://user@example.org/", "https://user:pass@example.org/",
        "https://example.org@127.0.0.1/", "http://example.org/", "ftp://example.org/",
        "file:///etc/passwd", "https:///hook", "https://example.org:0/", "https://a..b/",
        "https://1.2.3.4.5/", "https://example.0x1/", "https://%31%32%37.0.0.1/", "gopher://127.0.0.1/",
        "http+unix://%2Fvar%2Frun%2Fdocker.sock/", "https://127.0.0.1./",
    ])
    func `no message goes to a private address or a malformed URL`(_ text: String) throws {
        // Text that is not a URL is refused earlier.
        guard let url = URL(string: text) else { return }
        #expect(throws: AddressGuard.Objection.self) { try AddressGuard().destination(of: url) }
    }

    @Test(arguments: [
        ("https://example.org/hook?a=b", "example.org", "https://example.org/hook?a=b"),
        ("HTTPS://Example.ORG./hook", "example.org", "HTTPS://example.org/hook"),
        ("https://example.org:8443/", "example.org", "https://example.org:8443/"),
        ("https://1.1.1.1/", "1.1.1.1", "https://1.1.1.1/"),
        ("https://[2606:4700::1111]/", "2606:4700::1111", "https://[2606:4700::1111]/"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", "https://xn--bcher-kva.example/"),
    ])
    func `a public address is accepted in its plain spelling`(_ text: String, host: String, plain: String)
        throws
    {
        let destination = try AddressGuard().destination(of: try #require(URL(string: text)))
        #expect(destination.host == host)
        #expect(destination.url.absoluteString == plain)
        // The client calls the host that was checked.
        let called = destination.url.host?.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        #expect(called == host)
    }

    @Test func `an address ends where its text ends`() {
        for text in ["1.1.1.1\0", "1.1.1.1\0.example.org", "::1\0", "\0"] {
            #expect(NetworkAddress(text) == nil)
            #expect(NetworkRange(text + "/8") == nil)
        }
    }

    @Test func `a host with one private address among public ones is refused`() throws {
        let addresses = try ["1.1.1.1", "10.0.0.1"].map { try #require(NetworkAddress($0)) }
        let addressGuard = AddressGuard()
        #expect(throws: AddressGuard.Objection.self) {
            try addressGuard.check(addresses, of: "example.org", isSecure: true)
        }
        #expect(throws: AddressGuard.Objection.self) {
            try addressGuard.check([], of: "example.org", isSecure: true)
        }
        try addressGuard.check([addresses[0]], of: "example.org", isSecure: true)
    }

    @Test func `addresses that the operator allows are accepted, and no others`() throws {
        let addressGuard = try #require(AddressGuard(allowing: "10.1.0.0/16, hooks.internal, ::1"))
        for text in ["http://10.1.2.3/", "https://10.1.2.3/", "http://hooks.internal:8080/", "http://[::1]/"]
        {
            _ = try addressGuard.destination(of: try #require(URL(string: text)))
        }
        for text in ["http://10.2.0.1/", "https://127.0.0.1/", "http://1.1.1.1/", "https://[::2]/"] {
            #expect(throws: AddressGuard.Objection.self, "\(text)") {
                try addressGuard.destination(of: try #require(URL(string: text)))
            }
        }
        let inside = try #require(NetworkAddress("10.1.0.7"))
        let outside = try #require(NetworkAddress("1.1.1.1"))
        try addressGuard.check([inside], of: "anything.example", isSecure: false)
        #expect(throws: AddressGuard.Objection.self) {
            try addressGuard.check([outside], of: "anything.example", isSecure: false)
        }
    }

    @Test(arguments: ["10.0.0.0/33", "300.1.1.1", "a b", "10.0.0.0/-1", "::/129", "http://x"])
    func `an invalid allowance is refused`(_ text: String) {
        #expect(AddressGuard(allowing: text) == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("172.16.0.0/12", "172.31.255.255", true), ("172.16.0.0/12", "172.32.0.0", false),
        ("0.0.0.0/0", "1.2.3.4", true), ("1.2.3.4", "1.2.3.4", true), ("1.2.3.4", "1.2.3.5", false),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
        ("0.0.0.0/0", "::1", false),
    ])
    func `a network contains the addresses with its prefix`(_ network: String, address: String, _ holds: Bool)
        throws
    {
        let network = try #require(NetworkRange(network))
        #expect(network.contains(try #require(NetworkAddress(address))) == holds)
    }
}
