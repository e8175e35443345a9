import Foundation
import Geography
import Observations

@testable import API

/// The same hours everywhere.
struct InMemoryPollutantHours: PollutantHourSource {
    let all = Guarded<[PollutantHours]>([])

    func pollutantHours(around place: Coordinate, until now: Date) async throws -> [PollutantHours] {
        all.value
    }
}
