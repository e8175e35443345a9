import Alerts
import Allergens
import Foundation
import Geography
import Observations
import People
import Projection
import SampleTesting
import SeededTesting
import Storage
import Testing

@testable import Alerting

/// Compares the preview for a fence with the alerts that the same fence really got.
@Suite struct AlertPreviewTests {
    private static let days = (1 - AlertPreview.length...0).map(today.adding)

    private struct Scene {
        let network: NewsNetwork
        let stations: [Station]
        let fences: [Fence]
        let reporters: [Account.ID]

        /// Adds stations up to two hundred kilometres around Basel, and one fence of every
        /// sort, each with its own account.
        init(using generator: inout SeededGenerator) async throws {
            stations = (0..<9).map { number in
                .sample(
                    Station.ID(rawValue: "s\(number)")!,
                    at: .random(near: .basel, within: number < 6 ? 0.4 : 1.8, using: &generator))
            }
            network = try await NewsNetwork(stations, sampler: NearSampler())
            reporters = [try await network.account("rita"), try await network.account("rolf")]
            var fences: [Fence] = []
            for (number, area) in Self.areas.enumerated() {
                for gauge in Fence.Gauge.allCases {
                    let account = try await network.account("anna \(number) \(gauge.rawValue)")
                    var fence = Fence.sample(
                        "\(number) \(gauge.rawValue)", of: account, area: area,
                        levels: ["birch": .moderate, "grass": .high])
                    fence.rules.gauge = gauge
                    if number == 1 { fence.rules.days = today.adding(days: -20)...today.adding(days: -3) }
                    try await network.keep(fence, at: noon.addingTimeInterval(-40 * 86_400))
                    fences.append(fence)
                }
            }
            self.fences = fences
        }

        /// Drops the value of a map alert, which is the highest of all its fences
        /// and so may not be this fence's.
        func withoutSharedValue(_ told: Told) -> Told {
            guard case .station(let station, _, let level) = told.alert.source,
                fences.contains(where: { $0.account == told.fence && $0.rules.gauge == .field })
            else { return told }
            return Told(
                fence: told.fence,
                alert: PreviewedAlert(
                    day: told.alert.day, allergen: told.alert.allergen,
                    source: .station(station, value: 0, level: level)))
        }

        private static let areas: [Fence.Area] = [
            .circle(centre: .basel, radius: 5_000), .circle(centre: Coordinate(7.9, 47.4), radius: 30_000),
            .circle(centre: .basel, radius: 150_000),
            .polygons([.rectangle(BoundingBox(7.4, 47.4, 7.8, 47.8))]),
            .polygons([.rectangle(BoundingBox(8.6, 48.3, 8.9, 48.4))]),
        ]
    }

    /// One alert of a day.
    private struct Told: Hashable, Comparable {
        let fence: Account.ID
        let alert: PreviewedAlert

        static func < (left: Told, right: Told) -> Bool { "\(left)" < "\(right)" }
    }

    @Test(arguments: UInt64(0)..<6)
    func `the preview finds the alerts that were really sent`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let scene = try await Scene(using: &generator)
        var told: [Told] = []
        for day in Self.days {
            let now = Date(timeIntervalSince1970: (Double(day.daysSinceEpoch) + 0.5) * 86_400)
            let readings = readings(of: scene.stations, on: day, using: &generator)
            var entries = try await scene.network.take(Submission(readings: readings, by: .command), at: now)
            try await report(in: scene, at: now, using: &generator)
            entries += try await scene.network.news()
            #expect(entries.allSatisfy { $0.alert.message == .alert })
            told += try entries.map { Told(fence: $0.account, alert: try pastAlert($0.alert, on: day)) }
                .map(scene.withoutSharedValue)
        }
        #expect(told.count > 60, "there is too little to compare")
        #expect(Set(told.map { $0.alert.day }).count > 20)
        var found: [Told] = []
        for fence in scene.fences {
            let preview = try await look(at: fence, in: scene.network)
            #expect(preview.days == Self.days[0]...today)
            #expect(preview.alerts.map(\.day) == preview.alerts.map(\.day).sorted(by: >))
            found += preview.alerts.map { Told(fence: fence.account, alert: $0) }
                .map(scene.withoutSharedValue)
        }
        #expect(Set(found).subtracting(told).sorted() == [], "these were never sent")
        #expect(Set(told).subtracting(found).sorted() == [], "these are missing")
        #expect(found.count == told.count)
    }

    private func look(at fence: Fence, in network: NewsNetwork) async throws -> AlertPreview {
        try await AlertPreviewService(store: Past(store: network.store), sampler: NearSampler())
            .preview(of: fence, in: Profile(), for: fence.account, at: noon)
    }

    /// Most stations report on most days; those with odd numbers fall silent for weeks.
    private func readings(
        of stations: [Station], on day: CivilDate, using generator: inout SeededGenerator
    ) -> [Reading] {
        stations.enumerated().flatMap { number, station -> [Reading] in
            let isSilent = number % 2 == 1 && (day.daysSinceEpoch + number) % 20 < 11
            guard !isSilent, Int.random(in: 0..<4, using: &generator) > 0 else { return [] }
            let allergens: [Allergen.ID] = ["birch", "grass"]
            return allergens.map { allergen in
                let value: Double = [0, 4, 15, 30, 60, 90, 160, 350].randomElement(using: &generator)!
                return .sample(value, of: allergen, at: station.id, on: day)
            }
        }
    }

    /// Adds up to two reports on a day, often at the same place, so that one joins the other.
    private func report(in scene: Scene, at now: Date, using generator: inout SeededGenerator) async throws {
        for (number, reporter) in scene.reporters.enumerated() where Bool.random(using: &generator) {
            let allergens: [Allergen.ID] = [["birch"], [], ["cat"], ["grass", "birch"]]
                .randomElement(using: &generator)!
            let place = Coordinate.random(near: .basel, within: 0.06, using: &generator)
            let later = now.addingTimeInterval(Double(number) * 600)
            _ = try await scene.network.reports.receive(
                Report(
                    account: reporter, position: place, allergens: allergens, symptoms: [], comment: nil),
                at: later)
            try await scene.network.reports.announceReports(now: { later })
        }
    }

    private func pastAlert(_ alert: Alert, on day: CivilDate) throws -> PreviewedAlert {
        guard let finding = alert.finding else {
            let own = alert.allergens.first { ["birch", "grass"].contains($0) }
            return PreviewedAlert(day: day, allergen: own, source: .report(alert.id))
        }
        let level = try #require(alert.level)
        return PreviewedAlert(
            day: finding.day, allergen: alert.allergens.first,
            source: .station(finding.station, value: finding.value, level: level))
    }

    @Test func `a fence gets only the kinds of alert that it wants`() async throws {
        let network = try await NewsNetwork()
        let account = try await network.account()
        let reporter = try await network.account("bert")
        try await network.take(.sample(80))
        _ = try await network.report(
            Report(account: reporter, position: .basel, allergens: ["birch"], symptoms: [], comment: nil))
        for (kinds, count) in [([.station], 1), ([.user], 1), ([.forecast], 0)] as [([Alert.Kind], Int)] {
            let fence = Fence.sample(of: account, kinds: Set(kinds))
            #expect(try await look(at: fence, in: network).alerts.count == count, "\(kinds)")
        }
    }

    @Test func `nobody is notified of their own reports or of hidden ones`() async throws {
        let network = try await NewsNetwork()
        let reporter = try await network.account("bert")
        let alert = try await network.report(
            Report(account: reporter, position: .basel, allergens: ["birch"], symptoms: [], comment: nil)
        ).alert
        let other = try await network.account("carla")
        #expect(try await look(at: .sample(of: reporter), in: network).alerts.isEmpty)
        #expect(try await look(at: .sample(of: other), in: network).alerts.count == 1)
        try await network.reports.setHidden(true, alert.id, by: .flags, at: noon)
        #expect(try await look(at: .sample(of: other), in: network).alerts.isEmpty)
    }

    @Test func `a preview over too many values is refused`() async throws {
        let network = try await NewsNetwork()
        try await network.take(.sample(80), .sample(70, on: today.adding(days: -1)))
        let boxes = [BoundingBox(7, 47, 8, 48)]
        let store = network.store
        let span = today.adding(days: -29)...today
        #expect(try await store.dayValues(of: ["birch"], in: span, at: boxes, limit: 2)?.count == 2)
        #expect(try await store.dayValues(of: ["birch"], in: span, at: boxes, limit: 1) == nil)
        let crowded = AlertPreviewService(store: Crowded(store: store), sampler: NearSampler())
        let fence = Fence.sample(of: try await network.account())
        await #expect(throws: AlertPreviewRefusal.tooManyValues) {
            _ = try await crowded.preview(of: fence, in: Profile(), for: fence.account, at: noon)
        }
    }
}

/// A map that shows at a fence the highest value of the stations within reach of its anchor.
private struct NearSampler: FieldSampler {
    struct Near: FenceField {
        let reach = 100_000.0
        let values: [DayValue]
        let bounds: LevelBounds?

        func highest(in fence: WatchingFence) throws -> FieldValue? {
            let near = values.map { ($0, Geodesic.distance(from: fence.anchor, to: $0.position)) }
                .filter { $0.1 <= reach }
            guard let bounds, let (highest, distance) = near.max(by: { $0.0.value < $1.0.value })
            else { return nil }
            return FieldValue(
                concentration: highest.value, level: bounds.level(of: highest.value),
                nearest: highest.station, distance: distance)
        }
    }

    func field(of allergen: Allergen, on day: CivilDate, among values: [DayValue]) -> any FenceField {
        Near(values: values, bounds: Scale.standard(for: allergen)?.bounds)
    }
}

private struct Past: AlertPreviewStore {
    let store: SQLiteStore

    func dayValues(
        of allergens: [Allergen.ID], in days: ClosedRange<CivilDate>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [DayValue]? {
        try await store.dayValues(of: allergens, in: days, at: boxes, limit: limit)
    }

    func pastReports(
        in span: Range<Date>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [PreviewedReport]? {
        try await store.pastReports(in: span, at: boxes, limit: limit)
    }
}

/// A store in which one value is already too many.
private struct Crowded: AlertPreviewStore {
    let store: SQLiteStore

    func dayValues(
        of allergens: [Allergen.ID], in days: ClosedRange<CivilDate>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [DayValue]? {
        try await store.dayValues(of: allergens, in: days, at: boxes, limit: 0)
    }

    func pastReports(
        in span: Range<Date>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [PreviewedReport]? { [] }
}
