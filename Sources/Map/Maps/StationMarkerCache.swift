package import Allergens
import Caching
import Interpolation
package import Observations
import Rendering
import Synchronization

/// Supplies the list of stations.
package protocol StationSource: Sendable {
    /// Every station.
    func stations() async throws -> [Station]
}

/// Caches every station's marker for a day, from the same fields that the other tiles show.
package final class StationMarkerCache: Sendable {
    /// The allergens and the day to show.
    struct Subject: Hashable {
        let allergens: [Allergen.ID]
        let day: CivilDate
        let today: CivilDate
    }

    /// The markers, and a number that changes when they do.
    struct Marks {
        let version: Int
        let markers: [StationMarker]
        fileprivate let stamp: Int
    }

    private struct Flight: Hashable {
        let subject: Subject
        let stamp: Int
    }

    /// Days and selections in the cache: with 2,000 stations one takes 0.3 MB.
    private static let capacity = 40

    private let stations: any StationSource
    private let fields: FieldCache
    private let taxonomy: Taxonomy
    private let flights = SingleFlight<Flight, Marks>()
    private let held = Mutex<(marks: [Subject: Marks], version: Int)>(([:], 0))

    package init(stations: any StationSource, fields: FieldCache, taxonomy: Taxonomy) {
        self.stations = stations
        self.fields = fields
        self.taxonomy = taxonomy
    }

    /// The markers of all stations, never older than the readings that were stored when this was called.
    func marks(of subject: Subject) async throws -> Marks {
        let stamp = fields.stamp
        if let marks = kept(of: subject, stamp: stamp) { return marks }
        return try await flights.value(for: Flight(subject: subject, stamp: stamp)) {
            // Another caller may have made them since the look-up above.
            if let marks = kept(of: subject, stamp: stamp) { return marks }
            return keep(try await markers(of: subject), of: subject, stamp: stamp)
        }
    }

    private func kept(of subject: Subject, stamp: Int) -> Marks? {
        held.withLock { $0.marks[subject] }.flatMap { $0.stamp == stamp ? $0 : nil }
    }

    private func keep(_ markers: [StationMarker], of subject: Subject, stamp: Int) -> Marks {
        held.withLock { held in
            let former = held.marks[subject]
            let isSame = former?.markers == markers
            if !isSame { held.version += 1 }
            let marks = Marks(
                version: isSame ? former?.version ?? held.version : held.version, markers: markers,
                stamp: stamp)
            if held.marks[subject] == nil, held.marks.count >= Self.capacity,
                let victim = held.marks.first?.key
            {
                held.marks.removeValue(forKey: victim)
            }
            held.marks[subject] = marks
            return marks
        }
    }

    private func markers(of subject: Subject) async throws -> [StationMarker] {
        let day = subject.day
        let yesterday = try await highest(of: subject, on: day.adding(days: -1))
        let today = try await highest(of: subject, on: day)
        let tomorrow = try await highest(of: subject, on: day.adding(days: 1))
        return try await stations.stations().map { station in
            StationMarker(
                station: station.id, name: station.name, position: station.position,
                isSimulated: station.isSimulated, yesterday: yesterday[station.id]?.ofItsDay,
                today: today[station.id]?.mark, tomorrow: tomorrow[station.id]?.ofItsDay,
                index: today[station.id]?.index ?? 0)
        }
    }

    /// A station's highest value.
    private struct Highest {
        let mark: StationMarker.Mark
        let index: Double

        /// The mark, unless it is carried over from an older reading: beside a pin only a day's own value is
        /// shown.
        var ofItsDay: StationMarker.Mark? { mark.basis == .carried ? nil : mark }

        func exceeds(_ other: Highest?) -> Bool {
            guard let other else { return true }
            return (mark.level.rank, index) > (other.mark.level.rank, other.index)
        }
    }

    /// The highest level of any allergen on a day, for each station.
    ///
    /// A value of the day itself takes precedence over one carried over from an earlier day.
    private func highest(of subject: Subject, on day: CivilDate) async throws -> [Station.ID: Highest] {
        var fresh: [Station.ID: Highest] = [:]
        var carried: [Station.ID: Highest] = [:]
        for allergen in subject.allergens {
            let content: FieldCache.Content = day > subject.today ? .forecasts : .readings
            guard let field = try await fields.field(of: allergen, on: day, content: content) else {
                continue
            }
            for sample in field.samples {
                let basis: StationMarker.Mark.Basis =
                    switch content {
                    case .forecasts: sample.interval == nil ? .forecast : .modelled
                    case .readings: sample.day == day ? .measured : .carried
                    }
                let found = Highest(
                    mark: StationMarker.Mark(level: field.bounds.level(of: sample.value), basis: basis),
                    index: field.bounds.index(of: sample.value))
                if basis == .carried {
                    if found.exceeds(carried[sample.station]) { carried[sample.station] = found }
                } else if found.exceeds(fresh[sample.station]) {
                    fresh[sample.station] = found
                }
            }
        }
        return fresh.merging(carried) { fresh, _ in fresh }
    }
}
