import Allergens
import Foundation
import GRDB
import Geography
import Observations
import SampleTesting
import Testing

@testable import Storage

@Suite struct RegionStorageTests {
    let opened: OpenedArchive
    private var store: SQLiteStore { opened.store }

    init() throws { opened = try OpenedArchive() }

    private static let upper = Region.ID(rawValue: "upper")!

    private func region(
        _ id: String = "upper", around box: BoundingBox? = BoundingBox(7, 47, 8, 48), name: String = "Upper"
    ) -> Region {
        Region(
            id: Region.ID(rawValue: id)!, name: name, partOf: "Valley",
            polygons: box.map { [.rectangle($0)] } ?? [], timeZone: TimeZone(identifier: "Europe/Berlin")!,
            attribution: "Source: them")
    }

    private func birch(_ code: String, in region: String = "upper", on day: CivilDate = today) -> ClassReading
    {
        ClassReading(
            place: .region(Region.ID(rawValue: region)!), subject: .allergen("birch"), day: day, scale: "dwd",
            code: code, basis: .forecast)
    }

    @Test func `a region comes back unchanged, and can be updated`() async throws {
        try await store.keep([region()])
        #expect(try await store.region(Self.upper) == region())
        let moved = region(around: BoundingBox(9, 47, 10, 48), name: "Moved")
        try await store.keep([moved])
        #expect(try await store.region(Self.upper) == moved)
        #expect(try await opened.count("regionBox") == 1)
        #expect(try await store.region(Region.ID(rawValue: "other")!) == nil)
    }

    @Test func `a class applies inside its region and nowhere else`() async throws {
        try await store.keep([region(), region("west", around: BoundingBox(5, 47, 6, 48))])
        _ = try await store.keep([birch("2-3"), birch("1", in: "west")], [], received: noon)
        let inside = try await store.regionAir(at: .basel, on: today)
        #expect(inside.map(\.region.id) == [Self.upper])
        #expect(inside.first?.classes == [birch("2-3")])
        #expect(try await store.regionAir(at: Coordinate(6.5, 47.5), on: today).isEmpty)
        #expect(try await store.regionAir(at: .basel, on: today.adding(days: 1)).isEmpty)
    }

    @Test func `a region's bounding box is not its outline`() async throws {
        // The common box of the two rectangles contains Basel, but neither rectangle does.
        let apart = Region(
            id: Self.upper, name: "Apart",
            polygons: [.rectangle(BoundingBox(6, 46, 7, 47)), .rectangle(BoundingBox(8, 48, 9, 49))])
        try await store.keep([apart])
        _ = try await store.keep([birch("3")], [], received: noon)
        #expect(try await store.regionAir(at: .basel, on: today).isEmpty)
        #expect(try await store.regionAir(at: Coordinate(8.5, 48.5), on: today).count == 1)
    }

    @Test func `a region without an outline is found by its identifier only`() async throws {
        try await store.keep([region(around: nil)])
        _ = try await store.keep([birch("3")], [], received: noon)
        #expect(try await store.regionAir(at: .basel, on: today).isEmpty)
        #expect(try await store.regionAir(of: Self.upper, on: today)?.classes == [birch("3")])
        #expect(try await store.regionAir(of: Self.upper, on: today.adding(days: 9))?.classes == [])
    }

    @Test func `a box finds the regions that it meets, over the antimeridian as well`() async throws {
        try await store.keep([
            region(), region("west", around: BoundingBox(-180, 47, -178, 48)),
            region("east", around: BoundingBox(177, 47, 179, 48)), region("nowhere", around: nil),
        ])
        func found(_ box: BoundingBox?, after id: Region.ID? = nil, limit: Int = 9) async throws -> [String] {
            try await store.regions(after: id, in: box, limit: limit).map(\.id.rawValue)
        }
        #expect(try await found(nil) == ["east", "nowhere", "upper", "west"])
        #expect(try await found(BoundingBox(6, 46, 7.5, 47.5)) == ["upper"])
        #expect(try await found(BoundingBox(178, 40, -179, 50)) == ["east", "west"])
        #expect(try await found(BoundingBox(-180, -90, 180, 90), limit: 2) == ["east", "upper"])
        #expect(try await found(BoundingBox(-180, -90, 180, 90), after: Self.upper) == ["west"])
    }

    @Test func `regions are listed with their data for a day, even if there is none`() async throws {
        try await store.keep([region(), region("west", around: BoundingBox(5, 47, 6, 48))])
        _ = try await store.keep([birch("2-3")], [], received: noon)
        let air = try await store.regionAir(in: BoundingBox(0, 40, 10, 50), limit: 9, on: today)
        #expect(air.map(\.region.id.rawValue) == ["upper", "west"])
        #expect(air.map(\.classes) == [[birch("2-3")], []])
        #expect(try await store.regionAir(limit: 1, on: today.adding(days: 1)).map(\.classes) == [[]])
    }

    @Test func `storing the same class changes nothing, and another class replaces the first`() async throws {
        try await store.keep([region()])
        let counts = { (classes: [ClassReading]) in
            try await store.keep(classes, [], received: noon)
        }
        #expect(try await counts([birch("1"), birch("2", on: today.adding(days: 1))]).accepted == 2)
        #expect(try await counts([birch("1")]).unchanged == 1)
        #expect(try await counts([birch("2-3")]).replaced == 1)
        #expect(try await store.regionAir(of: Self.upper, on: today)?.classes == [birch("2-3")])
        #expect(try await opened.count("classReading") == 2)
    }

    @Test func `an allergen and a family of the same name are told apart`() async throws {
        try await store.keep([region()])
        let readings = [AirSubject.allergen("grass"), .group(.grass), .group(.tree)].map {
            ClassReading(
                place: .region(Self.upper), subject: $0, day: today, scale: "upi", code: "3", basis: .forecast
            )
        }
        _ = try await store.keep(readings, [], received: noon)
        let kept = try #require(try await store.regionAir(of: Self.upper, on: today)).classes
        #expect(kept.count == 3 && Set(kept) == Set(readings))
    }

    @Test func `a station's class stays with the station`() async throws {
        try await store.add([.sample()])
        let reading = ClassReading(
            place: .station("basel"), subject: .allergen("birch"), day: today, scale: "words", code: "high",
            basis: .measured)
        _ = try await store.keep([reading], [], received: noon)
        #expect(try await store.classes(of: "basel", days: today...today) == [reading])
        #expect(try await opened.count("reading") == 0, "a class is no concentration")
    }

    @Test func `a batch with an unknown region stores nothing`() async throws {
        try await store.keep([region()])
        await #expect(throws: UnknownPlace(kind: "region", id: "nowhere")) {
            try await store.keep([birch("1"), birch("1", in: "nowhere")], [], received: noon)
        }
        #expect(try await opened.count("classReading") == 0)
    }

    @Test func `a region's hours become the mean of its local day`() async throws {
        try await store.keep([region()])
        // Midnight in Berlin is 22:00 UTC of the day before.
        let midnight = today.startInUTC.addingTimeInterval(-7_200)
        let values = (1...24).map { hour in
            RegionValue(
                region: Self.upper, allergen: "birch",
                period: .hour(ending: midnight.addingTimeInterval(Double(hour) * 3_600)),
                value: Double(hour), basis: .modelled)
        }
        #expect(try await store.keep([], values, received: noon).accepted == 24)
        let air = try #require(try await store.regionAir(at: .basel, on: today).first)
        #expect(
            air.concentrations == [.init(allergen: "birch", value: 12.5, hours: 24, basis: .modelled)])
        let day = RegionValue(
            region: Self.upper, allergen: "birch", period: .day(today), value: 40, basis: .modelled)
        _ = try await store.keep([], [day], received: noon)
        #expect(
            try await store.regionAir(at: .basel, on: today).first?.concentrations
                == [.init(allergen: "birch", value: 40, hours: nil, basis: .modelled)])
    }

    @Test func `the regions of a place are found by the R*Tree`() async throws {
        try await store.keep([region()])
        let plan = try await store.pool.read { database in
            let (sql, arguments) = try SQLRequest<Row>(literal: Query.regionRequest(at: .basel).literal).plan(
                database)
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
                .map { $0["detail"] as String }
        }
        #expect(
            plan.contains { $0.hasPrefix("SCAN regionBox VIRTUAL TABLE INDEX 2:B") }, "\(plan)")
    }
}

extension SQLRequest {
    fileprivate func plan(_ database: Database) throws -> (String, StatementArguments) {
        let statement = try makePreparedRequest(database, forSingleResult: false).statement
        return (statement.sql, statement.arguments)
    }
}
