import Allergens
import Delivery
import Foundation
import Geography
import Matching
import SampleTesting
import Storage
import Testing

@testable import Alerting

/// An archive whose ledger is full: everything works but raising an alert.
private struct FullArchive: AlertArchive {
    struct LedgerFull: Error {}

    let archive: Archive

    func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome {
        try await archive.write({ try acts(Transaction(real: $0)) }, committed: committed)
    }

    struct Transaction: AlertTransaction {
        let real: any AlertTransaction

        func keep(_ reading: Reading, received: Date) throws -> (keeping: Keeping, day: CivilDate) {
            try real.keep(reading, received: received)
        }

        func keep(_ forecast: Forecast, received: Date) throws -> Keeping {
            try real.keep(forecast, received: received)
        }

        func station(_ id: Station.ID) throws -> Station? { try real.station(id) }

        func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue] {
            try real.newestValues(of: allergen, until: day)
        }

        func fences(
            touching box: BoundingBox, watching allergens: AllergenSet, for kind: Alert.Kind
        ) throws -> [FenceCandidate] {
            try real.fences(touching: box, watching: allergens, for: kind)
        }

        func announcement(at fence: Fence.ID, of allergen: Allergen.ID) throws -> Announcement? {
            try real.announcement(at: fence, of: allergen)
        }

        func remember(_ announcement: Announcement?, at fence: Fence.ID, of allergen: Allergen.ID) throws {
            try real.remember(announcement, at: fence, of: allergen)
        }

        func raise(_ alert: Alert, report: Report?, for recipients: [Recipient]) throws -> [LedgerEntry] {
            _ = try real.raise(alert, report: report, for: recipients)
            throw LedgerFull()
        }
    }
}

@Suite struct AtomicityTests {
    let network: NewsNetwork
    let anna: Account.ID
    private let sent = Sent()
    private let areas = AreaCache()

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account()
        try await network.keep(.sample(of: anna))
    }

    private var full: FullArchive { FullArchive(archive: network.archive) }
    private var sender: Sender { Sender(sent: sent, hub: network.hub) }

    @Test func `a reading whose alert cannot be raised is not kept`() async throws {
        let desk = ReadingDesk(
            archive: full, sender: sender, newsroom: Newsroom(taxonomy: .standard, areas: areas))
        await #expect(throws: FullArchive.LedgerFull.self) {
            _ = try await desk.take([.sample(1, of: "grass"), .sample(80)], at: noon)
        }
        #expect(try await network.archive.readings(of: "basel", days: today...today).isEmpty)
        #expect(try await network.archive.entries(of: anna, after: 0, limit: 10).isEmpty)
        #expect(sent.collect().isEmpty)
        // Nothing was announced either: the next try is told.
        #expect(try await network.take(.sample(80)).count == 1)
    }

    @Test func `a report whose alert cannot be raised is not kept`() async throws {
        let desk = ReportDesk(archive: full, sender: sender, taxonomy: .standard, areas: areas)
        let bert = try await network.account("bert")
        let report = Report(account: bert, position: .basel, allergens: [], symptoms: [], comment: nil)
        await #expect(throws: FullArchive.LedgerFull.self) { _ = try await desk.take(report, at: noon) }
        let found = try await network.archive.alerts(
            in: .world, at: noon, concerning: AllergenSet(), limit: 10)
        #expect(found.isEmpty && sent.collect().isEmpty)
    }

    @Test func `a batch says what became of its rows and which days changed`() async throws {
        let desk = ReadingDesk(
            archive: network.archive, sender: sender, newsroom: Newsroom(taxonomy: .standard, areas: areas))
        _ = try await desk.take([.sample(1), .sample(2, of: "grass")], at: noon)
        let tomorrow = today.adding(days: 1)
        let forecast = Forecast(station: "basel", allergen: "hazel", day: tomorrow, value: 3)
        let counts = try await desk.take(
            [.sample(1), .sample(3, of: "grass"), .sample(4, on: today.adding(days: -9))],
            forecasts: [forecast], at: noon)
        #expect(counts.accepted == 1 && counts.replaced == 1 && counts.unchanged == 1)
        let changed: [Allergen.ID: Set<CivilDate>] = [
            "birch": [today.adding(days: -9)], "grass": [today], "hazel": [tomorrow],
        ]
        #expect(counts.changed == changed)
    }

    @Test func `an unusable area is refused and a fence of somebody else is not replaced`() async throws {
        let bert = try await network.account("bert")
        #expect(try await network.keep(.sample(of: bert), replacing: true) == false)
        #expect(try await network.archive.fences(of: anna).map(\.name) == ["Home"])
        #expect(try await network.archive.fences(of: bert).isEmpty)
    }
}
