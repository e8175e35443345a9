import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

/// Voluntary payments.
@Suite struct GiftStorageTests {
    let opened: OpenedArchive
    private var store: SQLiteStore { opened.store }
    private let paid = PaymentEvent.paid(payment: "pi_1", visit: "cs_1", amount: 1_050, currency: "EUR")

    init() throws { opened = try OpenedArchive() }

    @Test(arguments: [false, true])
    func `reports come in any order, and more than once`(isReceiptFirst: Bool) async throws {
        let address = try #require(URL(string: "https://pay.stripe.com/receipts/1"))
        let reports = [paid, .receipt(payment: "pi_1", address)]
        for report in isReceiptFirst ? reports.reversed() : reports {
            try await store.keep(report, at: noon)
            try await store.keep(report, at: noon.addingTimeInterval(60))
        }
        let gift = Gift(visit: "cs_1", amount: 1_050, currency: "EUR", paid: noon, receipt: address)
        #expect(try await store.gift(of: "cs_1") == gift)
    }

    @Test func `a visit without a payment has no gift`() async throws {
        let address = try #require(URL(string: "https://pay.stripe.com/receipts/1"))
        try await store.keep(.receipt(payment: "pi_1", address), at: noon)
        #expect(try await store.gift(of: "cs_1") == nil)
    }

    @Test func `gifts are forgotten after their time`() async throws {
        try await store.keep(paid, at: noon)
        let other = PaymentEvent.paid(payment: "pi_2", visit: "cs_2", amount: 500, currency: "CHF")
        try await store.keep(other, at: noon.addingTimeInterval(Gift.lifetime))
        #expect(try await store.gift(of: "cs_1") != nil)
        try await store.keep(other, at: noon.addingTimeInterval(Gift.lifetime + 1))
        #expect(try await store.gift(of: "cs_1") == nil)
        #expect(try await store.gift(of: "cs_2")?.amount == 500)
    }
}
