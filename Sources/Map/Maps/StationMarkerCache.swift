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
    /// The levels found last: of three days each, for a few selections; each holds on to its fields.
    private let highest = Mutex<[Subject: StationHighs]>([:])
    private static let highestCapacity = 12
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
        let yesterday = try await highs(of: subject, on: day.adding(days: -1))
        let today = try await highs(of: subject, on: day)
        let tomorrow = try await highs(of: subject, on: day.adding(days: 1))
        return try await stations.stations().map { station in
            StationMarker(
                station: station.id, name: station.name, position: station.position,
                isSimulated: station.isSimulated, yesterday: yesterday[station.id]?.ofItsDay,
                today: today[station.id]?.mark, tomorrow: tomorrow[station.id]?.ofItsDay,
                index: today[station.id]?.index ?? 0)
        }
    }

    /// The highest levels on a day, from those that were found last.
    private func highs(of subject: Subject, on day: CivilDate) async throws -> StationHighs {
        let key = Subject(allergens: subject.allergens, day: day, today: subject.today)
        let content: FieldCache.Content = day > subject.today ? .forecasts : .readings
        var current: [IntensityField] = []
        for allergen in subject.allergens {
            if let field = try await fields.field(of: allergen, on: day, content: content) {
                current.append(field)
            }
        }
        let known = highest.withLock { $0[key] }
        let renewed = known?.renewed(with: current) ?? StationHighs(current, of: content)
        highest.withLock { highest in
            if highest[key] == nil, highest.count >= Self.highestCapacity, let victim = highest.keys.first {
                highest.removeValue(forKey: victim)
            }
            highest[key] = renewed
        }
        return renewed
    }
}
