import Alerts
import Allergens
import Foundation
import Geography
import People
import PostgreSQL
import Projection

extension PostgreSQLTransaction {
    /// The fences of a table that meet a condition, each once.
    func candidates(in source: FenceClues.Source, where condition: Query) throws -> [CandidateFence] {
        var seen = Set<Int64>()
        var candidates: [CandidateFence] = []
        try visitCandidates(in: source, where: condition) { fence in
            if seen.insert(fence.number).inserted { candidates.append(fence) }
        }
        return candidates
    }

    /// Visits the fences of a table that meet a condition, in any order; one that has two boxes may come twice.
    ///
    /// In a city there are tens of thousands, of which the visitor keeps what it needs.
    func visitCandidates(
        in source: FenceClues.Source, where condition: Query, _ visit: (CandidateFence) -> Void
    ) throws {
        var missing: [(FenceClues, Void)] = []
        try server.scan(FenceClues.query(in: source, where: condition)) { row throws(PostgreSQLError) in
            let clues = try FenceClues(row)
            if let known = known(clues) { visit(known) } else { missing.append((clues, ())) }
        }
        for (fence, _) in try open(missing) { visit(fence) }
    }

    /// What the database tells of the fences that meet a condition; one that has two boxes may be there twice.
    func clues(in source: FenceClues.Source, where condition: Query) throws -> [FenceClues] {
        try server.rows(FenceClues.query(in: source, where: condition), FenceClues.init)
    }

    /// The fences that the database tells of, each once, without those that have gone meanwhile.
    func candidates(_ clues: [FenceClues]) throws -> [CandidateFence] {
        try candidates(clues.map { ($0, ()) }).map(\.0)
    }

    /// A fence whose sealed row is cached.
    func known(_ clues: FenceClues) -> CandidateFence? {
        cipher.fences.read(clues.number, proof: clues.proof) { CandidateFence(clues, $0, $1) }
    }

    /// Joins what was read of fences with what they have sealed, each fence once.
    ///
    /// Sealed rows are asked for only where the cache does not have them.
    private func candidates<Rest>(_ found: [(FenceClues, Rest)]) throws -> [(CandidateFence, Rest)] {
        var seen = Set<Int64>(minimumCapacity: found.count)
        var candidates: [(CandidateFence, Rest)] = []
        candidates.reserveCapacity(found.count)
        var missing: [(FenceClues, Rest)] = []
        for (clues, rest) in found where seen.insert(clues.number).inserted {
            if let known = known(clues) {
                candidates.append((known, rest))
            } else {
                missing.append((clues, rest))
            }
        }
        return try candidates + open(missing)
    }

    /// How many sealed rows are read at a time.
    private static let sealedAtOnce = 1_000

    /// Opens the rows of fences, without those that have gone meanwhile.
    private func open<Rest>(_ found: [(FenceClues, Rest)]) throws -> [(CandidateFence, Rest)] {
        var opened: [(CandidateFence, Rest)] = []
        for start in stride(from: 0, to: found.count, by: Self.sealedAtOnce) {
            let some = found[start..<min(start + Self.sealedAtOnce, found.count)]
            let numbers = some.map { Fence.Number(rawValue: $0.0.number) }
            var byNumber: [Int64: (fence: OpenedFence, watches: WatchMasks)] = [:]
            let rows = try runner.rows(
                "SELECT number, id, sealed FROM fence WHERE \(Self.isListed(numbers))")
            for row in rows {
                let number: Int64 = try row[0]
                byNumber[number] = try cipher.ask(number, SealedBytes(try row[2], of: try row[1])) {
                    ($0, $1)
                }
            }
            opened += some.compactMap { clues, rest in
                byNumber[clues.number].map { (CandidateFence(clues, $0.fence, $0.watches), rest) }
            }
        }
        return opened
    }

    /// The condition that a box is within `metres` of a position.
    static func isWithin(_ metres: Double, of position: Coordinate) -> Query {
        touches(BoundingBox(around: position, radius: metres))
    }

    private static func touches(_ box: BoundingBox) -> Query {
        "(\(box.parts.map { BoxSearch.touching($0, in: "fenceBox") }.joined(separator: " OR ")))"
    }

    /// The condition that a fence is on, in either table that has fences.
    static func isOn(at now: Date) -> Query {
        "(starts IS NULL OR starts <= \(now.stored)) AND (ends IS NULL OR ends > \(now.stored))"
    }

    /// The condition that a fence is one of a list.
    static func isListed(_ fences: some Sequence<Fence.Number>) -> Query {
        "fence.number IN (\(.numbers(fences.map(\.rawValue))))"
    }

    func visitFences(
        touching box: BoundingBox, watching allergen: Allergen.ID, for kind: Alert.Kind, at now: Date,
        _ visit: (WatchingFence) throws -> Void
    ) throws {
        let code = try code(of: allergen)
        try self.visit(
            """
            SELECT \(FenceClues.columns(in: .box)), announcedLevel.level, announcedLevel.day
            FROM fenceBox LEFT JOIN announcedLevel ON announcedLevel.fence = \(FenceClues.number(in: .box))
                AND announcedLevel.allergen = \(code)
            WHERE \(Self.touches(box)) AND fenceBox.kinds & \(KindBits.encoded([kind])) <> 0
                AND \(Self.isOn(at: now))
            """, watching: code, visit)
    }

    func visitFences(
        _ fences: [Fence.Number], watching allergen: Allergen.ID, forecastFor day: CivilDate,
        _ visit: (WatchingFence) throws -> Void
    ) throws {
        let code = try code(of: allergen)
        try self.visit(
            """
            SELECT \(FenceClues.columns(in: .fence)), announcedForecast.level, announcedForecast.day
            FROM fence LEFT JOIN announcedForecast ON announcedForecast.fence = fence.number
                AND announcedForecast.allergen = \(code) AND announcedForecast.day = \(day.daysSinceEpoch)
            WHERE \(Self.isListed(fences))
            """, watching: code, visit)
    }

    /// Visits the fences of a query that finds ``FenceClues/columns(in:)``, and the level and the day of an announcement.
    private func visit(
        _ query: Query, watching code: Int, _ visit: (WatchingFence) throws -> Void
    ) throws {
        var set = AllergenSet()
        set.insert(code: code)
        let rows = try server.rows(query) { row throws(PostgreSQLError) in
            let level: Int? = try row[FenceClues.columnCount]
            let day: Int? = try row[FenceClues.columnCount + 1]
            return (try FenceClues(row), Announcement(rank: level, daysSinceEpoch: day))
        }
        for (candidate, announced) in try candidates(rows) {
            let found = candidate.ask { fence, plan in
                plan.level(of: set).map { (fence: fence, threshold: $0) }
            }
            guard let (fence, threshold) = found else { continue }
            try visit(
                WatchingFence(
                    number: Fence.Number(rawValue: candidate.number), anchor: fence.anchor,
                    anchorVector: fence.vector, extent: fence.extent,
                    gauge: candidate.row.isField ? .field : .station, threshold: threshold,
                    announced: announced,
                    holds: { [self] position in
                        guard !fence.isCircle
                        else { return Geodesic.distance(from: fence.anchor, to: position) <= fence.extent }
                        return try outline(of: candidate.number)?.covers(position) ?? false
                    }))
        }
    }

    private func outline(of fence: Int64) throws -> Outline? {
        let id = try runner.value("SELECT id FROM fence WHERE number = \(fence)", as: String.self)
        return try id.flatMap { try outline(of: fence, $0) }
    }

    func reopenForecastRounds(
        touching box: BoundingBox, watching allergen: Allergen.ID, for day: CivilDate, at now: Date
    ) throws {
        var set = AllergenSet()
        set.insert(code: try code(of: allergen))
        let rows = try server.rows(
            """
            SELECT \(FenceClues.columns(in: .fence)), fence.timeZone,
                coalesce(profile.forecastDaysAhead, \(Profile().forecastRound.daysAhead))
            FROM fence LEFT JOIN profile ON profile.account = fence.account
            WHERE fence.lastForecast = \(day.daysSinceEpoch) AND fence.nextForecast > \(now.stored)
                AND fence.number IN (SELECT fenceBox.id / 2 FROM fenceBox WHERE \(Self.touches(box)))
            """
        ) { row throws(PostgreSQLError) in
            (
                try FenceClues(row), zone: try row[FenceClues.columnCount] as String,
                daysAhead: try row[FenceClues.columnCount + 1] as Int
            )
        }
        let due = rows.filter { row in
            guard let timeZone = TimeZone(identifier: row.zone) else { return false }
            return CivilDate(at: now, in: timeZone).adding(days: row.daysAhead) == day
        }
        let reopened = try candidates(due.map { ($0.0, ()) }).filter { candidate, _ in
            candidate.ask { $1.all.overlaps(set) }
        }
        guard !reopened.isEmpty else { return }
        let numbers = reopened.map { Fence.Number(rawValue: $0.0.number) }
        try runner.run("UPDATE fence SET nextForecast = \(now.stored) WHERE \(Self.isListed(numbers))")
    }
}

extension Announcement {
    /// Reads an announcement as it is stored; `nil` when nothing was announced.
    fileprivate init?(rank: Int?, daysSinceEpoch: Int?) {
        guard let level = rank.flatMap(Level.init(rank:)), let day = daysSinceEpoch else { return nil }
        self.init(level: level, day: CivilDate(daysSinceEpoch: day))
    }
}
