import Alerts
import Allergens
import Foundation
import Geography
import People
import Projection

/// A row of `fence` as a match reads it.
struct CandidateFence {
    /// The columns from which it is read.
    static let columns: Query = """
        fence.number, fence.account, fence.id, fence.sealed, fence.fieldMaximum, fence.unsure, fence.timeZone,
        fence.quietFrom, fence.quietUntil, fence.quietException
        """

    let number: Int64
    let account: Int64
    let acceptsUnsure: Bool
    /// Whether it is asked for the highest value of the map.
    let isField: Bool
    let id: String
    private let sealed: Data
    private let quiet: QuietClock?

    /// Reads a row that begins with ``columns``.
    ///
    /// There are tens of thousands in a city, so no column is looked up by its name.
    init(_ row: QueryRow) throws {
        (number, account, id) = (try row[0], try row[1], try row[2])
        (sealed, isField, acceptsUnsure) = (try row[3], try row[4], try row[5])
        quiet = try QuietClock(row)
    }

    /// Puts a question to what is sealed, which is opened only if it is not cached.
    func ask<Value>(_ cipher: RowCipher, _ question: (OpenedFence, WatchMasks) -> Value) throws -> Value {
        try cipher.ask(number, SealedBytes(sealed, of: id), question)
    }

    /// Whether an alert does not disturb now.
    func isQuiet(for alert: Alert, at now: Date) -> Bool { quiet?.isQuiet(for: alert, at: now) ?? false }
}

/// The quiet hours of a fence by the clocks there.
struct QuietClock {
    private let hours: QuietHours
    private let exception: Int
    private let timeZone: TimeZone

    /// Reads a row that begins with ``CandidateFence/columns``; `nil` for a fence without quiet hours.
    init?(_ row: QueryRow) throws {
        guard let from = (try row[7] as Int?).flatMap(LocalTime.init(minutes:)),
            let until = (try row[8] as Int?).flatMap(LocalTime.init(minutes:)),
            let hours = QuietHours(from: from, until: until),
            let timeZone = TimeZone(identifier: try row[6])
        else { return nil }
        (self.hours, self.timeZone) = (hours, timeZone)
        exception = try row[9] as Int? ?? 9
    }

    func isQuiet(for alert: Alert, at now: Date) -> Bool {
        (alert.level?.rank ?? 0) < exception && hours.contains(LocalTime(at: now, in: timeZone))
    }
}

extension PostgreSQLTransaction {
    /// The fences that meet a condition, each once.
    func candidates(_ condition: Query) throws -> [CandidateFence] {
        try runner.rows("SELECT \(CandidateFence.columns) FROM fence WHERE \(condition)").map(
            CandidateFence.init)
    }

    /// The condition that a fence has a box within `metres` of a position.
    static func isWithin(_ metres: Double, of position: Coordinate) -> Query {
        let boxes = BoundingBox(around: position, radius: metres).parts.map { part -> Query in
            "SELECT fenceBox.id / 2 FROM fenceBox WHERE \(BoxSearch.touching(part, in: "fenceBox"))"
        }
        return "fence.number IN (\(boxes.joined(separator: " UNION ")))"
    }

    /// The condition that a fence is on.
    static func isOn(at now: Date) -> Query {
        """
        (fence.starts IS NULL OR fence.starts <= \(now.stored)) AND (fence.ends IS NULL OR fence.ends > \(now.stored))
        """
    }

    /// The condition that a fence is one of a list.
    static func isListed(_ fences: some Sequence<Fence.Number>) -> Query {
        let list = "[\(fences.map { "\($0.rawValue)" }.joined(separator: ","))]"
        return "fence.number IN (\(.numbers(in: list)))"
    }

    func visitFences(
        touching box: BoundingBox, watching allergen: Allergen.ID, for kind: Alert.Kind, at now: Date,
        _ visit: (WatchingFence) throws -> Void
    ) throws {
        let boxes = box.parts.map { part -> Query in
            "SELECT fenceBox.id / 2 FROM fenceBox WHERE \(BoxSearch.touching(part, in: "fenceBox"))"
        }
        let code = try code(of: allergen)
        try self.visit(
            """
            SELECT \(CandidateFence.columns), announcedLevel.level, announcedLevel.day
            FROM fence LEFT JOIN announcedLevel
                ON announcedLevel.fence = fence.number AND announcedLevel.allergen = \(code)
            WHERE fence.number IN (\(boxes.joined(separator: " UNION ")))
                AND fence.kinds & \(KindBits.encoded([kind])) <> 0 AND \(Self.isOn(at: now))
            """, watching: code, visit)
    }

    func visitFences(
        _ fences: [Fence.Number], watching allergen: Allergen.ID, forecastFor day: CivilDate,
        _ visit: (WatchingFence) throws -> Void
    ) throws {
        let code = try code(of: allergen)
        try self.visit(
            """
            SELECT \(CandidateFence.columns), announcedForecast.level, announcedForecast.day
            FROM fence LEFT JOIN announcedForecast ON announcedForecast.fence = fence.number
                AND announcedForecast.allergen = \(code) AND announcedForecast.day = \(day.daysSinceEpoch)
            WHERE \(Self.isListed(fences))
            """, watching: code, visit)
    }

    private func visit(
        _ query: Query, watching code: Int, _ visit: (WatchingFence) throws -> Void
    ) throws {
        var set = AllergenSet()
        set.insert(code: code)
        for row in try runner.rows(query) {
            let candidate = try CandidateFence(row)
            let found = try candidate.ask(cipher) { fence, plan in
                plan.level(of: set).map { (fence: fence, threshold: $0) }
            }
            guard let (fence, threshold) = found else { continue }
            let day: Int? = try row["day"]
            let announced = (try row["level"] as Int?).flatMap(Level.init(rank:)).flatMap { level in
                day.map { Announcement(level: level, day: CivilDate(daysSinceEpoch: $0)) }
            }
            try visit(
                WatchingFence(
                    number: Fence.Number(rawValue: candidate.number), anchor: fence.anchor,
                    anchorVector: fence.vector, extent: fence.extent,
                    gauge: candidate.isField ? .field : .station, threshold: threshold, announced: announced,
                    holds: { [self] position in
                        guard !fence.isCircle
                        else { return Geodesic.distance(from: fence.anchor, to: position) <= fence.extent }
                        return try outline(of: candidate.number, candidate.id)?.covers(position) ?? false
                    }))
        }
    }

    func reopenForecastRounds(
        touching box: BoundingBox, watching allergen: Allergen.ID, for day: CivilDate, at now: Date
    ) throws {
        var set = AllergenSet()
        set.insert(code: try code(of: allergen))
        let boxes = box.parts.map { part -> Query in
            "SELECT fenceBox.id / 2 FROM fenceBox WHERE \(BoxSearch.touching(part, in: "fenceBox"))"
        }
        let rows = try runner.rows(
            """
            SELECT \(CandidateFence.columns),
                coalesce(profile.forecastDaysAhead, \(Profile().forecastRound.daysAhead)) AS daysAhead
            FROM fence LEFT JOIN profile ON profile.account = fence.account
            WHERE fence.lastForecast = \(day.daysSinceEpoch) AND fence.nextForecast > \(now.stored)
                AND fence.number IN (\(boxes.joined(separator: " UNION ")))
            """)
        var reopened: [Fence.Number] = []
        for row in rows {
            guard let timeZone = TimeZone(identifier: try row["timeZone"]),
                CivilDate(at: now, in: timeZone).adding(days: try row["daysAhead"]) == day
            else { continue }
            let candidate = try CandidateFence(row)
            guard try candidate.ask(cipher, { $1.all.overlaps(set) }) else { continue }
            reopened.append(Fence.Number(rawValue: candidate.number))
        }
        guard !reopened.isEmpty else { return }
        try runner.run(
            "UPDATE fence SET nextForecast = \(now.stored) WHERE \(Self.isListed(reopened))")
    }
}
