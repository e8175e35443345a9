import Alerts
import Allergens
import Foundation
import Geography
import Maps
import Observations
import Rendering
import SampleTesting
import Storage
import Synchronization

/// A store that counts how often values are read from it.
final class CountingSource: DayValueSource, StationSource, StandingAlertSource, Sendable {
    let store: SQLiteStore
    private let folder: TemporaryFolder
    private let loaded = Mutex(0)

    init(_ stations: [Station] = [.sample()]) async throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.path("store.sqlite"))
        try await store.add(stations)
    }

    var loads: Int { loaded.withLock { $0 } }

    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue] {
        loaded.withLock { $0 += 1 }
        return try await store.newestValues(of: allergen, in: days)
    }

    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue] {
        loaded.withLock { $0 += 1 }
        return try await store.forecasts(of: allergen, for: day)
    }

    func stations() async throws -> [Station] { try await store.stations() }

    func alerts(standingIn span: ClosedRange<Date>) async throws -> [Alert] {
        loaded.withLock { $0 += 1 }
        return try await store.alerts(standingIn: span)
    }

    /// Stores readings and forecasts, and notifies the field cache of the days that changed.
    func keep(_ readings: [Reading], forecasts: [Forecast] = [], noting fields: FieldCache) async throws {
        let changed = try await store.write { transaction in
            var changed: [Allergen.ID: Set<CivilDate>] = [:]
            for reading in readings {
                let day = try transaction.keep(reading, received: noon).day
                changed[reading.allergen, default: []].insert(day)
            }
            for forecast in forecasts {
                _ = try transaction.keep(forecast, received: noon)
                changed[forecast.allergen, default: []].insert(forecast.day)
            }
            return changed
        }
        fields.note(changed)
    }
}
