import Allergens
import Geography
import Observations

@testable import API
@testable import HTTP

/// The same air everywhere.
struct InMemoryAir: AirSource {
    let values = Guarded<[AirValue]>([])

    func air(at position: Coordinate, on day: CivilDate, today: CivilDate) async throws -> [AirValue] {
        values.value
    }
}
