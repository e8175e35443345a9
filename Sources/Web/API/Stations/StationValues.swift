import Allergens
import HTTP
import Observations
import Synchronization

/// The stations' values for a day or recent days, as station lists show them.
final class StationValues: Sendable {
    /// The values of every allergen, for each station that has any.
    typealias Table = [Station.ID: [ReadingWire]]

    private let stationStore: any StationStore
    private let tileSource: any TileSource
    private let environment: APIEnvironment
    /// The last requested table, with its stamp and days: paging through the stations asks for it repeatedly.
    private let last = Mutex<(stamp: Int, days: ClosedRange<CivilDate>, today: CivilDate, table: Table)?>(nil)

    init(stationStore: any StationStore, tileSource: any TileSource, environment: APIEnvironment) {
        self.stationStore = stationStore
        self.tileSource = tileSource
        self.environment = environment
    }

    /// The newest values in `days`, or forecasts if the days end tomorrow.
    func values(
        of allergen: Allergen, in days: ClosedRange<CivilDate>, today: CivilDate
    ) async throws -> [DayValue] {
        if days.upperBound > today {
            return try await stationStore.forecasts(of: allergen.id, for: days.upperBound)
        }
        return try await stationStore.newestValues(of: allergen.id, in: days)
    }

    /// The value with the highest index, for each station.
    func highest(
        of allergens: [Allergen], on day: CivilDate, today: CivilDate
    ) async throws -> [Station.ID: ReadingWire] {
        var highest: [Station.ID: ReadingWire] = [:]
        for allergen in allergens {
            for value in try await values(of: allergen, in: Recency.days(for: day), today: today) {
                let reading = ReadingWire(allergen, value)
                if let known = highest[value.station]?.index, known >= reading.index ?? 0 { continue }
                highest[value.station] = reading
            }
        }
        return highest
    }

    /// The newest values of all allergens in `days`, in the order of the taxonomy.
    func table(in days: ClosedRange<CivilDate>, today: CivilDate) async throws -> Table {
        let stamp = tileSource.stamp
        if let last = last.withLock({ $0 }), last.stamp == stamp, last.days == days, last.today == today {
            return last.table
        }
        var table: Table = [:]
        for allergen in environment.taxonomy.allergens {
            for value in try await values(of: allergen, in: days, today: today) {
                table[value.station, default: []].append(
                    ReadingWire(allergen, value))
            }
        }
        let result = table
        last.withLock { $0 = (stamp, days, today, result) }
        return result
    }
}
