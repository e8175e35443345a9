import Allergens
import Geography
import Observations

@testable import API
@testable import HTTP

/// At most one region, which covers everything.
struct InMemoryRegions: RegionStore {
    let only = Guarded<RegionAir?>(nil)
    let classes = Guarded<[ClassReading]>([])

    func regions(after id: Region.ID?, in box: BoundingBox?, limit: Int) async throws -> [Region] {
        only.value.map { [$0.region] } ?? []
    }
    func regionAir(
        after id: Region.ID?, in box: BoundingBox?, limit: Int, on day: CivilDate
    ) async throws -> [RegionAir] {
        only.value.map { [$0] } ?? []
    }
    func regionAir(of id: Region.ID, on day: CivilDate) async throws -> RegionAir? {
        only.value.flatMap { $0.region.id == id ? $0 : nil }
    }
    func regionAir(at position: Coordinate, on day: CivilDate) async throws -> [RegionAir] {
        only.value.map { [$0] } ?? []
    }
    func classes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [ClassReading] {
        classes.value
    }
}
