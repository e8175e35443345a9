import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import People
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

@Suite struct PrivacyTests {
    private let api = TestAPI()
    private let anna: HTTPFields = [.authorization: "Bearer anna"]

    @Test func `a feature that needs consent is refused without it`() async throws {
        api.records.consents.value = []
        let acts: [(HTTPRequest.Method, String, String)] = [
            (.post, "/v1/me/fences", "warnings"), (.put, "/v1/me/fences/home", "warnings"),
            (.put, "/v1/me/profile", "warnings"), (.post, "/v1/alerts", "reports"),
            (.post, "/v1/alerts/one/confirmations", "reports"),
        ]
        try await api.test { [anna] client in
            for (method, path, purpose) in acts {
                try await client.execute(
                    uri: path, method: method, headers: anna, body: ByteBuffer(string: "{}")
                ) {
                    let text = String(buffer: $0.body)
                    #expect($0.status == .forbidden, "\(method) \(path): \(text)")
                    #expect(
                        text.contains("consent-required") && text.contains("consents/\(purpose)"), "\(text)")
                }
            }
        }
    }

    @Test func `consent is given to the text on display, and listed afterwards`() async throws {
        api.records.consents.value = []
        try await api.test { [anna] client in
            func put(_ purpose: String, _ body: String) async throws -> (HTTPResponse.Status, String) {
                try await client.execute(
                    uri: "/v1/me/consents/\(purpose)", method: .put, headers: anna,
                    body: ByteBuffer(string: body)
                ) { ($0.status, String(buffer: $0.body)) }
            }
            #expect(try await put("warnings", #"{"version":0}"#).0 == .badRequest)
            #expect(try await put("warnings", #"{"version":1,"given":"2020-01-01"}"#).0 == .badRequest)
            #expect(try await put("everything", #"{"version":1}"#).0 == .notFound)
            let (status, text) = try await put("warnings", #"{"version":\#(Consent.currentVersion)}"#)
            #expect(status == .ok && text.contains(#""purpose":"warnings""#), "\(text)")
        }
        #expect(api.records.consents.value.map(\.purpose) == [.warnings])
        #expect(api.records.audit.value.map(\.object) == ["warnings"])
    }

    @Test func `a person who signs up consents to the named purposes in the current version`() throws {
        let arrival = FederatedIdentity(
            identity: ForeignIdentity(provider: "clinic", subject: "c"), verifiedAddress: nil, name: nil,
            purpose: FederatedPurpose(path: .account, account: nil))
        func read(_ consents: String) throws -> [[Consent.Agreement]] {
            let person = #""username":"anna12"\#(consents)"#
            let signUp = #"{\#(person),"email":"anna@example.org","password":"birch and hazel"}"#
            return [
                try JSON.decodeStrictly(SignUpRequest.self, from: Data(signUp.utf8))
                    .checked(on: today, isAddress: { _ in true }).consents,
                try JSON.decodeStrictly(RegistrationRequest.self, from: Data("{\(person)}".utf8))
                    .checked(arrival, on: today).consents,
            ]
        }
        for nothing in ["", #","consents":[]"#, #","consents":null"#] {
            #expect(try read(nothing) == [[], []])
        }
        let both = #"{"purpose":"reports","version":1},{"purpose":"warnings","version":1}"#
        let agreed = [Consent.Agreement(to: .reports), Consent.Agreement(to: .warnings)]
        #expect(try read(#","consents":[\#(both)]"#) == [agreed, agreed])
        for wrong in [
            #"{"purpose":"warnings","version":2}"#, #"{"purpose":"everything","version":1}"#,
            #"{"purpose":"warnings","version":1},{"purpose":"warnings","version":1}"#, #""warnings""#,
            [String](repeating: #"{"purpose":"reports","version":1}"#, count: 100).joined(separator: ","),
        ] { #expect(throws: Problem.self, "\(wrong)") { try read(#","consents":[\#(wrong)]"#) } }
    }

    @Test func `everybody may read how long data is kept`() async throws {
        try await api.test { client in
            try await client.execute(uri: "/v1/privacy", method: .get) {
                let text = String(buffer: $0.body)
                #expect($0.status == .ok)
                for kind in Retention.allCases { #expect(text.contains(#""kind":"\#(kind.rawValue)""#)) }
                for purpose in Consent.Purpose.allCases { #expect(text.contains(purpose.rawValue)) }
            }
        }
    }

    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"a\"", "\"say \"\"a\"\"\""),
        ("two\nlines", "\"two\nlines\""),
        ("=1+1", "'=1+1"), ("@here", "'@here"), ("-7.5", "-7.5"), ("-x", "'-x"), ("", ""),
        ("\u{600}\"b", "\"\u{600}\"\"b\""), ("=\u{301}1", "'=\u{301}1"),
    ])
    func `a field cannot become a formula in a spreadsheet`(value: String, field: String) {
        var table = CSVTable(columns: ["a", "b"])
        table.add([value, nil])
        #expect(table.text == "a,b\r\n\(field),\r\n")
    }
}
