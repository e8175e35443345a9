import Addressing
import Testing

@testable import API
@testable import HTTP

@Suite struct ForwardedTests {
    @Test(arguments: [
        (["for=192.0.2.60;proto=http;by=203.0.113.43"], "192.0.2.60", "http"),
        (["For=\"[2001:db8:cafe::17]:4711\""], "[2001:db8:cafe::17]:4711", nil),
        (["for=192.0.2.43, for=198.51.100.17;Proto=HTTPS"], "198.51.100.17", "https"),
        (["for=192.0.2.43", "for=\"_a,b;c=\\\"d\""], "_a,b;c=\"d", nil),
        (["proto=https"], nil, "https"), ([""], nil, nil), (["=;,="], nil, nil),
    ])
    func `the entry of the nearest proxy is read`(fields: [String], client: String?, scheme: String?) {
        #expect(Forwarded(fields).hops.last == Forwarded.Hop(client: client, scheme: scheme))
    }

    @Test func `a Forwarded chain is followed like X-Forwarded-For`() throws {
        let clients = ClientAddress(trusting: try #require(NetworkList("10.0.0.0/8")))
        let peer = try #require(NetworkAddress("10.0.0.1"))
        func address(_ field: String) -> String {
            let chain = Forwarded([field]).hops.map { $0.client ?? "unknown" }
            return clients.address(behind: peer, forwarded: chain).description
        }
        #expect(address("for=192.0.2.1, for=10.0.0.2") == "192.0.2.1")
        #expect(address("for=\"[2001:db8::1]:80\"") == "2001:db8::1")
        // Entries before an untrusted or hidden address may be forged.
        #expect(address("for=192.0.2.1, for=198.51.100.1") == "198.51.100.1")
        #expect(address("for=192.0.2.1, for=_hidden") == "10.0.0.1")
        #expect(address("for=192.0.2.1, proto=https") == "10.0.0.1")
    }
}
