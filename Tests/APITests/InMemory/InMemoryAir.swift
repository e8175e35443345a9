import Allergens
import Foundation
import Geography
import Observations

@testable import API
@testable import HTTP

/// The same air everywhere.
struct InMemoryAir: AirSource, ComingHourSource, MeasuredAirSource {
    let values = Guarded<[AirValue]>([])
    let coming = Guarded<[ComingHours]>([])
    /// From when the coming hours were asked for last.
    let hoursFrom = Guarded<Date?>(nil)
    let measured = Guarded(MeasuredAir(stations: [], series: [:]))

    func air(at position: Coordinate, on day: CivilDate, today: CivilDate) async throws -> [AirValue] {
        values.value
    }

    func comingHours(at position: Coordinate, from now: Date) async throws -> [ComingHours] {
        hoursFrom.value = now
        return coming.value
    }

    func measuredAir(
        around places: [Coordinate], days: ClosedRange<CivilDate>
    ) async throws -> MeasuredAir {
        places.isEmpty ? MeasuredAir(stations: [], series: [:]) : measured.value
    }
}
