/// What the first pass decided: the area that leaves with each answer, and which answers are left out.
struct AreaRelease {
    private typealias Place = AreaCount.Place
    private typealias Unit = AreaCount.Unit
    private typealias Member = DayCrowd.Member

    /// The level of a group, from the finest one.
    enum Level: Int32, CaseIterable { case cell, region, withheld }

    /// The answers of a day from an area.
    struct Group: Hashable {
        /// Days since 1970.
        let day: Int32
        let level: Level
        /// The cell or the region; 0 for none.
        let area: Int32
    }

    /// What leaves about somebody in a month.
    private struct Told {
        let level: Level
        let area: Int32
        /// The days whose answers leave.
        let days: DayCrowd.Days
        var serial: Int32
    }

    private let policy: AnonymityPolicy
    /// For answers that are linked.
    private var told: [AreaCount.Unit: Told] = [:]
    /// For answers that are not linked: the groups that leave.
    private var groups: Set<Group> = []
    private let isLinked: Bool
    /// The number of answers that leave.
    private(set) var rows = 0
    /// The number of answers that are left out.
    private(set) var leftOut = 0

    init(_ count: AreaCount, _ policy: AnonymityPolicy, _ generator: inout some RandomNumberGenerator) {
        self.policy = policy
        isLinked = count.isLinked ?? true
        if isLinked {
            settlePeople(count)
            number(&generator)
            for (unit, told) in told {
                rows += told.days.nonzeroBitCount
                for (index, number) in count.further[unit] ?? [:] where told.days & DayCrowd.bit(index) != 0 {
                    rows += number
                }
            }
        } else {
            rows = settleDays(count.answers)
        }
        leftOut = count.answers.values.reduce(0) { $0 + Int($1) } - rows
    }

    // MARK: What leaves with an answer

    /// The area of an answer with the serial of its person in the month; `nil` if it is left out.
    func area(of response: StudyResponse) -> (area: ReleasedArea, serial: Int32)? {
        let unit = AreaCount.unit(of: response)
        guard isLinked else {
            let place = AreaCount.place(of: response)
            for level in Level.allCases {
                guard let area = Self.area(of: place, level) else { continue }
                if groups.contains(Group(day: unit.person, level: level, area: area)) {
                    return (Self.released(area, level), 0)
                }
            }
            return nil
        }
        let day = DayCrowd.bit(AreaCount.index(of: response.day))
        guard let told = told[unit], told.days & day != 0 else { return nil }
        return (Self.released(told.area, told.level), told.serial)
    }

    /// The people whose answers leave, where they are linked.
    var people: Set<Int> { Set(told.keys.map { Int($0.person) }) }

    private static func released(_ area: Int32, _ level: Level) -> ReleasedArea {
        switch level {
        case .cell: AreaCount.middle(of: area)
        case .region: .region(Int(area))
        case .withheld: .withheld
        }
    }

    /// The cell or the region of a place, or 0 for none at the last level; `nil` if the place has none of the level.
    private static func area(of place: Place, _ level: Level) -> Int32? {
        switch level {
        case .cell: place.cell < 0 ? nil : place.cell
        case .region: place.region < 0 ? nil : place.region
        case .withheld: 0
        }
    }

    // MARK: People

    /// Gives each person one area, in a month or in the whole study: the finest one with which at least half of their
    /// days leave, because `k` people of the area answered on them.
    private mutating func settlePeople(_ count: AreaCount) {
        let isWhole = policy.linkage == .study
        let places = Self.mainPlaces(count.answers, whole: isWhole)
        let shares = count.days.map { DayCrowd.Share(unit: $0.key, days: $0.value) }
        var left = Dictionary(grouping: shares) { share in
            isWhole ? Unit(person: share.unit.person, month: 0) : share.unit
        }
        for level in Level.allCases {
            var members: [Unit: Member] = [:]
            for (subject, shares) in left {
                guard let area = places[subject].flatMap({ Self.area(of: $0, level) }) else { continue }
                members[subject] = Member(area: area, shares: shares)
            }
            let large = settle(&members, at: level)
            for (subject, member) in members {
                left[subject] = nil
                tell(member, level, large)
            }
        }
    }

    /// Takes those out of a level who would lose more than half of their days, until all who stay keep as many.
    ///
    /// With each who goes, days of others may have too few people.
    ///
    /// - Returns: The days that leave, by area and month.
    private func settle(_ members: inout [Unit: Member], at level: Level) -> [DayCrowd.Spot: DayCrowd.Days] {
        var crowd = DayCrowd()
        for member in members.values { crowd.add(member) }
        while true {
            let large = crowd.days(of: policy.k)
            // There is nothing coarser for those who are left at the end.
            guard level != .withheld else { return large }
            let poor = members.filter { !$0.value.keepsHalf(of: large) }
            guard !poor.isEmpty else { return large }
            for (subject, member) in poor {
                crowd.remove(member)
                members[subject] = nil
            }
        }
    }

    private mutating func tell(
        _ member: Member, _ level: Level, _ large: [DayCrowd.Spot: DayCrowd.Days]
    ) {
        for share in member.shares {
            let days = member.days(share, of: large)
            guard days != 0 else { continue }
            told[share.unit] = Told(level: level, area: member.area, days: days, serial: 0)
        }
    }

    /// Numbers those of whom something leaves.
    private mutating func number(_ generator: inout some RandomNumberGenerator) {
        // Neither the order in which people came nor that of a table may show in the numbers.
        var serials = (0..<told.count).map { Int32($0 + 1) }
        serials.shuffle(using: &generator)
        for (unit, serial) in zip(Array(told.keys), serials) { told[unit]?.serial = serial }
    }

    /// The place where most answers of somebody are from, in a month or (under the month 0) in the whole study.
    private static func mainPlaces(_ answers: [AreaCount.Key: Int32], whole: Bool) -> [AreaCount.Unit: Place]
    {
        var sums = answers
        if whole {
            sums = answers.reduce(into: [:]) { sums, entry in
                let unit = AreaCount.Unit(person: entry.key.unit.person, month: 0)
                sums[AreaCount.Key(unit: unit, place: entry.key.place), default: 0] += entry.value
            }
        }
        var best: [AreaCount.Unit: (place: Place, count: Int32)] = [:]
        for (key, count) in sums {
            // Of two places with as many answers, the same one is taken each time.
            if let known = best[key.unit], (known.count, key.place) > (count, known.place) { continue }
            best[key.unit] = (key.place, count)
        }
        return best.mapValues(\.place)
    }

    // MARK: Answers that are not linked

    /// One person gives one answer a day, so that the answers of a day are as many people.
    ///
    /// - Returns: The number of answers that leave.
    private mutating func settleDays(_ answers: [AreaCount.Key: Int32]) -> Int {
        var (left, rows) = (answers, 0)
        for level in Level.allCases {
            func group(_ key: AreaCount.Key) -> Group? {
                Self.area(of: key.place, level).map { Group(day: key.unit.person, level: level, area: $0) }
            }
            var sizes: [Group: Int] = [:]
            for (key, count) in left {
                if let group = group(key) { sizes[group, default: 0] += Int(count) }
            }
            let large = sizes.filter { $0.value >= policy.k }
            groups.formUnion(large.keys)
            rows += large.values.reduce(0, +)
            left = left.filter { key, _ in group(key).map { large[$0] == nil } ?? true }
        }
        return rows
    }
}
