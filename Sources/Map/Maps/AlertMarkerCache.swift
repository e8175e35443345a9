package import Alerts
import Allergens
import Caching
package import Foundation
import Geography
import Rendering
import Synchronization

/// Supplies the alerts for the map.
package protocol StandingAlertSource: Sendable {
    /// The alerts that are in force at any moment of a time span.
    func alerts(standingIn span: ClosedRange<Date>) async throws -> [Alert]
}

/// Caches the markers of alerts in force.
package final class AlertMarkerCache: Sendable {
    struct Subject: Hashable {
        /// Restricts the alerts to those about one of these; `nil` means every alert.
        let allergens: [Allergen.ID]?
        let day: CivilDate
        let today: CivilDate
    }

    /// The markers, and a number that changes when they may have changed.
    struct Marks {
        let version: Int
        let markers: [AlertMarker]
        fileprivate let stamp: Stamp
        /// The time span in which they stay the same.
        fileprivate let good: Range<Date>
    }

    fileprivate struct Stamp: Hashable {
        let reports: Int
        let readings: Int
    }

    private struct Flight: Hashable {
        let subject: Subject
        let stamp: Stamp
    }

    /// Days and selections in the cache.
    private static let capacity = 40

    private let source: any StandingAlertSource
    private let fields: FieldCache
    private let flights = SingleFlight<Flight, Marks>()
    private let held = Mutex<(marks: [Subject: Marks], version: Int, reports: Int)>(([:], 0, 0))

    /// Creates a cache of a source's alerts; `fields` reveals changed readings, which may have raised alerts.
    package init(source: any StandingAlertSource, fields: FieldCache) {
        self.source = source
        self.fields = fields
    }

    /// Notes a new alert that no reading raised.
    package func note() { held.withLock { $0.reports += 1 } }

    /// The markers as they are at `now`.
    func marks(of subject: Subject, at now: Date) async throws -> Marks {
        let stamp = Stamp(reports: held.withLock(\.reports), readings: fields.stamp)
        if let marks = kept(of: subject, at: now, stamp: stamp) { return marks }
        let marks = try await flights.value(for: Flight(subject: subject, stamp: stamp)) {
            // Another caller may have made them since the look-up above.
            if let marks = kept(of: subject, at: now, stamp: stamp) { return marks }
            return try await newMarks(of: subject, at: now, stamp: stamp)
        }
        // They may have been made for another moment, before or after an alert changed.
        guard marks.good.contains(now) else {
            return try await newMarks(of: subject, at: now, stamp: stamp)
        }
        return marks
    }

    private func kept(of subject: Subject, at now: Date, stamp: Stamp) -> Marks? {
        held.withLock { $0.marks[subject] }.flatMap { $0.stamp == stamp && $0.good.contains(now) ? $0 : nil }
    }

    private func newMarks(of subject: Subject, at now: Date, stamp: Stamp) async throws -> Marks {
        let alerts = try await alerts(of: subject, at: now)
        let fades = subject.day == subject.today
        let markers = alerts.map { AlertMarker($0, age: fades ? $0.age(at: now) : .fresh) }
        let next = fades ? alerts.flatMap(\.changes).filter { $0 > now }.min() : nil
        return held.withLock { held in
            held.version += 1
            let marks = Marks(
                version: held.version, markers: markers, stamp: stamp,
                good: now..<(next ?? .distantFuture))
            if held.marks[subject] == nil, held.marks.count >= Self.capacity,
                let victim = held.marks.first?.key
            {
                held.marks.removeValue(forKey: victim)
            }
            held.marks[subject] = marks
            return marks
        }
    }

    /// For today, the alerts in force now; for another day, those in force at any time of it.
    private func alerts(of subject: Subject, at now: Date) async throws -> [Alert] {
        let start = Date(timeIntervalSince1970: Double(subject.day.daysSinceEpoch) * 86_400)
        let span = subject.day == subject.today ? now...now : start...start.addingTimeInterval(86_399)
        let alerts = try await source.alerts(standingIn: span)
        guard let allergens = subject.allergens.map(Set.init) else { return alerts }
        return alerts.filter { !allergens.isDisjoint(with: $0.allergens) }
    }
}

extension Alert {
    fileprivate var life: TimeInterval { expires.timeIntervalSince(sent) }

    fileprivate func age(at now: Date) -> AlertMarker.Age {
        AlertMarker.Age(lived: now.timeIntervalSince(sent) / life)
    }

    /// The moments at which the marker changes or disappears.
    fileprivate var changes: [Date] {
        AlertMarker.Age.starts.map { sent.addingTimeInterval($0 * life) } + [expires]
    }
}

extension AlertMarker {
    fileprivate init(_ alert: Alert, age: Age) {
        self.init(
            id: alert.id, kind: alert.kind, position: alert.publicPosition, level: alert.level, age: age)
    }
}
