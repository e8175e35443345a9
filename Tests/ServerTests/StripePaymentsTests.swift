import Delivery
import Foundation
import People
import SampleTesting
import Testing

@testable import API
@testable import Server

/// Pages of payment at Stripe, and its reports.
@Suite struct StripePaymentsTests {
    private static let paid =
        #"{"id":"evt_1","object":"event","api_version":"2024-06-20","created":1586347200,"#
        + #""type":"checkout.session.completed","data":{"object":{"id":"cs_test_1","#
        + #""object":"checkout.session","amount_total":1000,"currency":"eur","mode":"payment","#
        + #""payment_intent":"pi_1","payment_status":"paid","status":"complete"}}}"#
    private static let receipt =
        #"{"id":"evt_2","object":"event","api_version":"2024-06-20","created":1586347201,"#
        + #""type":"charge.succeeded","data":{"object":{"id":"ch_1","object":"charge","amount":1000,"#
        + #""currency":"eur","paid":true,"payment_intent":"pi_1","#
        + #""receipt_url":"https://pay.stripe.com/receipts/payment/1"}}}"#
    /// Made with Python's hmac under the secret below, of `1586347200.` and the report.
    private static let paidCode = "abe29ec044f9b3f1fae0fa0fc515a2e6d4a5ef839678a6626262bc91af52aa5a"
    private static let receiptCode = "1053bcf66a2ab0dab1a2561c9a75a6af77034ed5cdf5f5235587c2e2291ecce1"

    private func payments(
        at address: String = "https://api.stripe.com", key: String = "sk_test_good",
        secret: String = "whsec_8f2c"
    ) throws -> StripePayments {
        let addressGuard = try #require(AddressGuard(allowing: "127.0.0.1"))
        return StripePayments(
            client: GuardedClient(addressGuard, resolver: SystemResolver()),
            address: try #require(URL(string: address)), key: key, secret: secret)
    }

    private func event(
        _ body: String, _ signature: String, at now: Date = noon
    ) throws -> PaymentEvent? {
        try payments().event(in: Data(body.utf8), signedBy: signature, at: now)
    }

    @Test func `a signed report says what was paid, and where its receipt is`() throws {
        #expect(
            try event(Self.paid, "t=1586347200,v1=\(Self.paidCode)")
                == .paid(payment: "pi_1", visit: "cs_test_1", amount: 1_000, currency: "EUR"))
        let address = try #require(URL(string: "https://pay.stripe.com/receipts/payment/1"))
        #expect(
            try event(Self.receipt, "t=1586347200,v1=\(Self.receiptCode),v0=00")
                == .receipt(payment: "pi_1", address))
    }

    // MARK: Whole reports

    /// The header with which Stripe would send a file: signed with the secret above, and for its tests with another one.
    ///
    /// Made with Python's hmac.
    private static let headers: [String: String] = [
        "checkout-completed":
            "t=1752569703,"
            + "v1=bfdb2592c96f6b2d5ab8337cf417035af515b0c88980d481c9cd6f124c298f84,"
            + "v0=e83ac79a0ab2e404310947af8b20d620db0576bb5175ecaa1d19d03db82a86e8",
        "charge-updated":
            "t=1752569705,"
            + "v1=b52feef4839ca14b278fcbdfcd8e5735988966d901cf7f99b46987b9f045c75b,"
            + "v0=695bcc1233bae346f9cbf5fb8c5cbb68355a87ef9ad4864cf6e374778a8cee14",
    ]

    private func body(_ name: String) throws -> Data {
        try Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "RecordedFiles/stripe-\(name).json"))
    }

    private func report(_ name: String) throws -> (body: Data, header: String, sent: Date) {
        let header = try #require(Self.headers[name])
        let time = try #require(header.firstMatch(of: /t=(\d+)/).flatMap { Double($0.1) })
        return (try body(name), header, Date(timeIntervalSince1970: time))
    }

    @Test func `what Stripe itself has sent and signed is believed`() throws {
        let sent = try body("invoiceitem-updated")
        let header =
            "t=1493329224,"
            + "v1=09b8e30b483570b410390cdac6327c036937e84a6316008a0143db833ac21a09,"
            + "v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef"
        let payments = try payments(secret: "whsec_H68eTX02a4bCbiQOOoSAsIytOvuWZrQC")
        let time = Date(timeIntervalSince1970: 1_493_329_225)
        // It is about an invoice, and so about no gift.
        #expect(try payments.event(in: sent, signedBy: header, at: time) == nil)
        for forged in [sent + Data("\n".utf8), sent.dropLast(), Data(sent.reversed())] {
            #expect(throws: ForgedReport.self) {
                try payments.event(in: forged, signedBy: header, at: time)
            }
        }
        #expect(throws: ForgedReport.self) {
            try payments.event(in: sent, signedBy: header.replacing("v1=09", with: "v1=08"), at: time)
        }
        #expect(throws: ForgedReport.self) { try self.payments().event(in: sent, signedBy: header, at: time) }
    }

    @Test func `whole reports say what was paid, and where its receipt is`() throws {
        let (paid, paidHeader, paidTime) = try report("checkout-completed")
        #expect(
            try payments().event(in: paid, signedBy: paidHeader, at: paidTime)
                == .paid(
                    payment: "pi_3Rl4Zb7QmVw3kXbR1tYpL2sZ",
                    visit: "cs_test_a1Q7mVw3kXbR9tYpL2sZ8dFhJ5gN4cUe6oWi0xTqKvBnMyArDzEfGhIjKl",
                    amount: 1_000, currency: "EUR"))
        let (charged, chargedHeader, chargedTime) = try report("charge-updated")
        let receipt = "https://pay.stripe.com/receipts/payment/CAcaFwoVYWNjdF8xUmw0WmI3UW1WdzNrWGJSKP3-"
        let address = try #require(URL(string: receipt))
        #expect(
            try payments().event(in: charged, signedBy: chargedHeader, at: chargedTime)
                == .receipt(payment: "pi_3Rl4Zb7QmVw3kXbR1tYpL2sZ", address))
    }

    @Test func `a signature is of the bytes that were sent, not of what they mean`() throws {
        let (body, header, sent) = try report("checkout-completed")
        let text = String(decoding: body, as: UTF8.self)
        let changed = [
            text.replacing("\"amount_total\": 1000", with: "\"amount_total\": 9000"),
            text.replacing("\"payment_status\": \"paid\"", with: "\"payment_status\":\"paid\""),
            text.replacing("Müller", with: "M\\u00fcller"), text + "\n",
        ]
        for text in changed {
            #expect(throws: ForgedReport.self) {
                try payments().event(in: Data(text.utf8), signedBy: header, at: sent)
            }
        }
        let other = try report("charge-updated").header
        #expect(throws: ForgedReport.self) { try payments().event(in: body, signedBy: other, at: sent) }
        let testOnly = header.replacing("v1=", with: "v2=").replacing("v0=", with: "v1=")
        #expect(throws: ForgedReport.self) { try payments().event(in: body, signedBy: testOnly, at: sent) }
    }

    @Test func `while a secret is being replaced, one of two signatures is enough`() throws {
        #expect(try event(Self.paid, "t=1586347200,v1=00ff,v1=\(Self.paidCode)") != nil)
        #expect(try event(Self.paid, "t=1586347200,v1=\(Self.paidCode),v1=\(Self.receiptCode)") != nil)
    }

    @Test func `schemes that are not known do not count`() throws {
        #expect(
            try event(Self.paid, "v2=00ff,v3=,x,t=1586347200,v1=\(Self.paidCode),v9=\(Self.receiptCode)")
                != nil)
        #expect(throws: ForgedReport.self) {
            try event(Self.paid, "t=1586347200,v0=\(Self.paidCode),v2=\(Self.paidCode)")
        }
    }

    @Test(arguments: [
        "", "t=1586347200", "v1=\(paidCode)", "t=1586347201,v1=\(paidCode)", "t=1586347200,v0=\(paidCode)",
        "t=1586347200,v1=\(receiptCode)", "t=x,v1=\(paidCode)", "t=1586347200,v1=\(paidCode)0",
        "t=1586347200,v1=zz",
    ])
    func `a report without a valid signature is not believed`(signature: String) throws {
        #expect(throws: ForgedReport.self) { try event(Self.paid, signature) }
    }

    @Test func `an old report cannot be repeated`() throws {
        let signature = "t=1586347200,v1=\(Self.paidCode)"
        #expect(try event(Self.paid, signature, at: noon.addingTimeInterval(300)) != nil)
        for seconds in [-301.0, 301] {
            #expect(throws: ForgedReport.self) {
                try event(Self.paid, signature, at: noon.addingTimeInterval(seconds))
            }
        }
    }

    @Test func `a page is opened for the amount, and leads back`() async throws {
        let server = try await PythonServer("payment_server.py")
        let payments = try payments(at: server.greeting)
        let page = try await payments.open(
            1_000, in: "EUR", language: .german, returningTo: "https://breathe.example/support")
        #expect(page.absoluteString == "https://checkout.stripe.com/c/pay/cs_test_1")
        let sent = try JSONDecoder().decode(Sent.self, from: try #require(server.lines.first))
        #expect(sent.path == "/v1/checkout/sessions" && sent.key == "Bearer sk_test_good")
        #expect(sent.form["line_items[0][price_data][unit_amount]"] == "1000")
        #expect(sent.form["line_items[0][price_data][currency]"] == "eur" && sent.form["locale"] == "de")
        #expect(
            sent.form["success_url"] == "https://breathe.example/support?visit={CHECKOUT_SESSION_ID}")
        await payments.client.shutDown()
    }

    @Test func `the operator learns why no page was opened, without the key`() async throws {
        let server = try await PythonServer("payment_server.py")
        let payments = try payments(at: server.greeting, key: "sk_test_old")
        do {
            _ = try await payments.open(
                500, in: "EUR", language: .english, returningTo: "https://breathe.example/support")
            Issue.record("a page was opened with a key that has expired")
        } catch {
            #expect(error.reason == "Stripe answered 401, api_key_expired")
        }
        await payments.client.shutDown()
    }

    private struct Sent: Decodable {
        let path: String
        let key: String
        let form: [String: String]
    }
}
