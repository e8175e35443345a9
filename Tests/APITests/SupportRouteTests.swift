import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// Voluntary payments.
@Suite struct SupportRouteTests {
    private let api = TestAPI(address: "https://breathe.example")

    private func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, signature: String? = nil
    ) async throws -> (status: HTTPResponse.Status, text: String) {
        try await api.test { client in
            var headers: HTTPFields = [.contentType: "application/json", .acceptLanguage: "fr"]
            headers[HTTPField.Name.named("Stripe-Signature")] = signature
            let answer = try await client.execute(
                uri: path, method: method, headers: headers, body: body.map(ByteBuffer.init(string:)))
            return (answer.status, String(buffer: answer.body))
        }
    }

    @Test func `what can be given is told to everybody`() async throws {
        let answer = try await ask(.get, "/v1/support")
        #expect(
            answer.text == #"{"amounts":[5,10],"currency":"EUR","link":"https://giving.example/breathe"}"#)
    }

    @Test func `a page of the provider is opened for one of the amounts`() async throws {
        let answer = try await ask(.post, "/v1/support/checkouts", #"{"amount":10}"#)
        #expect(answer.status == .created && answer.text.contains("pay.example"))
        #expect(api.gifts.opened.value == ["1000 EUR fr https://breathe.example/support"])
    }

    @Test(arguments: [#"{"amount":11}"#, #"{"amount":-5}"#, #"{"amount":0}"#])
    func `another amount is refused with those that can be given`(body: String) async throws {
        let answer = try await ask(.post, "/v1/support/checkouts", body)
        #expect(answer.status == .badRequest && answer.text.contains("invalid-gift"))
        #expect(answer.text.contains("The amount is one of 5, 10."))
        #expect(api.gifts.opened.value.isEmpty)
    }

    @Test func `a provider that fails is named as the cause, without its reason`() async throws {
        api.gifts.failure.value = "Stripe answered 401, api_key_expired"
        let answer = try await ask(.post, "/v1/support/checkouts", #"{"amount":10}"#)
        #expect(answer.status == .badGateway && answer.text.contains("payment-failed"))
        #expect(!answer.text.contains("401"))
    }

    @Test func `a gift is thanked for once the provider has reported it`() async throws {
        #expect(try await ask(.get, "/v1/support/gifts/cs_1").status == .notFound)
        let forged = try await ask(.post, "/v1/support/reports", #"{"a":1}"#, signature: "forged")
        #expect(forged.status == .badRequest && forged.text.contains("forged-report"))
        let unsigned = try await ask(.post, "/v1/support/reports", #"{"a":1}"#)
        #expect(unsigned.status == .badRequest && unsigned.text.contains("forged-report"))
        #expect(api.gifts.kept.value.isEmpty)
        #expect(
            try await ask(.post, "/v1/support/reports", #"{"a":1}"#, signature: "signed").status == .noContent
        )
        let gift = try await ask(.get, "/v1/support/gifts/cs_1")
        #expect(gift.status == .ok && gift.text.contains(#""amount":10.5"#))
        // What is about something else is taken, so that the provider does not repeat it.
        #expect(
            try await ask(.post, "/v1/support/reports", "{}", signature: "signed").status == .noContent)
        #expect(api.gifts.kept.value.count == 1)
    }

    @Test func `where nobody may give there is no page, and nothing leads to one`() async throws {
        var closed = TestAPI()
        closed.isOffered = false
        try await closed.test { client in
            for path in ["/v1/support", "/v1/support/gifts/cs_1", "/support"] {
                #expect(try await client.execute(uri: path, method: .get).status == .notFound)
            }
            for path in ["/today", "/account"] {
                let page = try await client.execute(uri: path, method: .get)
                #expect(page.status == .ok && !String(buffer: page.body).contains(#""/support""#), "\(path)")
            }
        }
        #expect(try await ask(.get, "/today").text.contains(#"href="/support""#))
        let button = #"<p class="line" data-page="/support"><a class="quiet" href="/support">"#
        #expect(try await ask(.get, "/account").text.contains(button))
    }
}
