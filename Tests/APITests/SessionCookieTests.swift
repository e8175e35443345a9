import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import API
@testable import HTTP

@Suite struct SessionCookieTests {
    private func request(
        _ headers: [(String, String)], to host: String = "breathe.example"
    ) throws -> Request {
        var fields: HTTPFields = [:]
        for (name, value) in headers {
            fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: host, path: "/v1/me", headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test func `over TLS the cookie name carries the host prefix, elsewhere it does not`() throws {
        let secure = SessionCookies(.secure, address: "https://breathe.example")
        #expect(
            secure.field(holding: "x")
                == "__Host-session=x; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax; Secure")
        var goodbye = Response(status: .noContent)
        secure.forget(in: &goodbye)
        #expect(
            goodbye.headers[.setCookie]
                == "__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
        #expect(goodbye.headers[try #require(.init("Clear-Site-Data"))] == #""cache", "cookies", "storage""#)
        let here = SessionCookies(.machine)
        #expect(here.field(holding: "x") == "session=x; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax")
        let both = try request([("Cookie", "session=plain; __Host-session=safe")])
        #expect(secure.secret(in: both) == "safe" && here.secret(in: both) == "plain")
        // An attacker on the network could have set the plain cookie.
        #expect(try secure.secret(in: request([("Cookie", "session=plain")])) == nil)
        #expect(SessionCookies(.open).secret(in: both) == nil)
        #expect(throws: Problem.self) { try SessionCookies(.open).check() }
    }

    @Test(arguments: [
        ("https://breathe.example", true), ("HTTPS://Breathe.example", true),
        ("http://breathe.example", false), ("https://breathe.example:444", false),
        ("https://breathe.example.evil", false), ("https://evil.example", false), ("null", false),
        ("", false),
    ])
    func `only pages of this site may change anything`(origin: String, isOwn: Bool) throws {
        let cookies = SessionCookies(.secure, address: "https://breathe.example/")
        let request = try request([("Origin", origin)])
        for isNeeded in [true, false] {
            let passes = (try? cookies.checkOrigin(of: request, needed: isNeeded)) != nil
            #expect(passes == isOwn)
        }
    }

    @Test(arguments: [
        ("breathe.example", true), ("rebound.evil.example", false), ("evil.example:8080", false),
        ("127.0.0.1:8080", true), ("[::1]:8080", true), ("192.168.1.20", true), ("localhost:8080", true),
        ("breathe:8080", true), ("127.0.0.1.evil.example", false),
    ])
    func `a page under a name that somebody pointed at the service changes nothing`(
        host: String, isOwn: Bool
    ) throws {
        let cookies = SessionCookies(.machine, address: "http://breathe.example/")
        for header in [("Origin", "http://\(host)"), ("Sec-Fetch-Site", "same-origin")] {
            let request = try request([header], to: host)
            let passes = (try? cookies.checkOrigin(of: request, needed: true)) != nil
            #expect(passes == isOwn, "\(header)")
        }
        let unnamed = try request([("Origin", "http://\(host)")], to: host)
        try SessionCookies(.machine).checkOrigin(of: unnamed, needed: true)
    }

    @Test func `a request without an origin may sign in but change nothing`() throws {
        let cookies = SessionCookies(.machine)
        let silent = try request([])
        try cookies.checkOrigin(of: silent, needed: false)
        #expect(throws: Problem.self) { try cookies.checkOrigin(of: silent, needed: true) }
    }

    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
            "Chrome, Android"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1",
            "Safari, iPhone"
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("curl/8.5.0", "curl"), ("something else", ""),
    ])
    func `a device is known by its family alone`(userAgent: String, name: String) {
        #expect(DeviceFamily.name(of: userAgent) == name)
    }
}
