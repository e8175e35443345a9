import Alerts
import Allergens
import Foundation
import Geography
import Interpolation
import Rendering
import SampleTesting
import Storage
import Testing

@testable import Maps

@Suite struct AlertMarkerCacheTests {
    private let source: CountingSource
    private let fields: FieldCache
    private let board: AlertMarkerCache
    private let everything = AlertMarkerCache.Subject(allergens: nil, day: today, today: today)

    init() async throws {
        source = try await CountingSource()
        fields = FieldCache(source: source, taxonomy: .standard)
        board = AlertMarkerCache(source: source, fields: fields)
    }

    private func raise(_ alerts: Alert...) async throws {
        _ = try await source.store.write { transaction in
            for alert in alerts { try transaction.add(alert) }
        }
        board.note()
    }

    @Test func `an alert appears on the map at once, and disappears when it ends`() async throws {
        #expect(try await board.marks(of: everything, at: noon).markers.isEmpty)
        try await raise(.sample(lasting: 100))
        let marker = try #require(try await board.marks(of: everything, at: noon).markers.first)
        #expect(marker.position == .basel && marker.level == .high && marker.kind == .station)
        #expect(try await board.marks(of: everything, at: noon.addingTimeInterval(99)).markers.count == 1)
        #expect(try await board.marks(of: everything, at: noon.addingTimeInterval(100)).markers.isEmpty)
    }

    @Test func `markers change with the steps of their age and at no other time`() async throws {
        try await raise(.sample(lasting: 100))
        var ages: [Int] = []
        var versions: Set<Int> = []
        for second in stride(from: 0.0, to: 100, by: 5) {
            let marks = try await board.marks(of: everything, at: noon.addingTimeInterval(second))
            ages += marks.markers.map(\.age.rawValue)
            versions.insert(marks.version)
        }
        #expect(ages == [0, 1, 2, 3].flatMap { Array(repeating: $0, count: 5) })
        #expect(versions.count == 4)
    }

    @Test func `a choice of allergens shows only alerts about them`() async throws {
        try await raise(
            .sample("birch"), .sample("grass", allergens: ["grass"]), .sample("unsure", allergens: []))
        func ids(_ allergens: [Allergen.ID]?) async throws -> Set<String> {
            let subject = AlertMarkerCache.Subject(allergens: allergens, day: today, today: today)
            return Set(try await board.marks(of: subject, at: noon).markers.map(\.id.rawValue))
        }
        #expect(try await ids(nil) == ["birch", "grass", "unsure"])
        #expect(try await ids(["birch", "oak"]) == ["birch"])
    }

    @Test func `another day shows all its alerts, without fading`() async throws {
        try await raise(
            .sample("morning", sent: noon.addingTimeInterval(-11 * 3_600)),
            .sample("evening", sent: noon.addingTimeInterval(11.5 * 3_600)),
            .sample("before", sent: noon.addingTimeInterval(-14 * 3_600)))
        let tomorrow = today.adding(days: 1)
        let subject = AlertMarkerCache.Subject(allergens: nil, day: today, today: tomorrow)
        let marks = try await board.marks(of: subject, at: noon.addingTimeInterval(86_400)).markers
        #expect(Set(marks.map(\.id.rawValue)) == ["morning", "evening"])
        #expect(marks.allSatisfy { $0.age == .fresh })
    }
}
