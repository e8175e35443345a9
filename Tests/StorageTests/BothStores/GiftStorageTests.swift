import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// Voluntary payments.
    @Suite struct GiftStorageTests {
        private let paid = PaymentEvent.paid(payment: "pi_1", visit: "cs_1", amount: 1_050, currency: "EUR")

        @Test(arguments: StoreKind.tested, [false, true])
        func `reports come in any order, and more than once`(
            kind: StoreKind, isReceiptFirst: Bool
        ) async throws {
            let opened = try await OpenedRows(kind)
            let address = try #require(URL(string: "https://pay.stripe.com/receipts/1"))
            let reports = [paid, .receipt(payment: "pi_1", address)]
            for report in isReceiptFirst ? reports.reversed() : reports {
                try await opened.store.keep(report, at: noon)
                try await opened.store.keep(report, at: noon.addingTimeInterval(60))
            }
            let gift = Gift(visit: "cs_1", amount: 1_050, currency: "EUR", paid: noon, receipt: address)
            #expect(try await opened.store.gift(of: "cs_1") == gift)
        }

        @Test(arguments: StoreKind.tested)
        func `a visit without a payment has no gift`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let address = try #require(URL(string: "https://pay.stripe.com/receipts/1"))
            try await opened.store.keep(.receipt(payment: "pi_1", address), at: noon)
            #expect(try await opened.store.gift(of: "cs_1") == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `gifts are forgotten after their time`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let store = opened.store
            try await store.keep(paid, at: noon)
            let other = PaymentEvent.paid(payment: "pi_2", visit: "cs_2", amount: 500, currency: "CHF")
            try await store.keep(other, at: noon.addingTimeInterval(Gift.lifetime))
            #expect(try await store.gift(of: "cs_1") != nil)
            try await store.keep(other, at: noon.addingTimeInterval(Gift.lifetime + 1))
            #expect(try await store.gift(of: "cs_1") == nil)
            #expect(try await store.gift(of: "cs_2")?.amount == 500)
        }
    }
}
