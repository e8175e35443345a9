import Allergens
import Geography
import Observations

@testable import API
@testable import HTTP

/// The same air everywhere.
struct InMemoryAir: AirSource, MeasuredAirSource {
    let values = Guarded<[AirValue]>([])
    let measured = Guarded(MeasuredAir(stations: [], series: [:]))

    func air(at position: Coordinate, on day: CivilDate, today: CivilDate) async throws -> [AirValue] {
        values.value
    }

    func measuredAir(
        around places: [Coordinate], days: ClosedRange<CivilDate>
    ) async throws -> MeasuredAir {
        places.isEmpty ? MeasuredAir(stations: [], series: [:]) : measured.value
    }
}
