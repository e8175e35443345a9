/// What the first pass decided: the area that leaves with each answer, and which answers are left out.
struct AreaRelease {
    private typealias Month = AreaCount.Month
    private typealias Place = AreaCount.Place

    /// The level of a group, from the finest one.
    enum Level: Int32, CaseIterable { case cell, region, withheld }

    struct Group: Hashable {
        let month: AreaCount.Month
        let level: Level
        /// The cell or the region; 0 for none.
        let area: Int32
    }

    /// What leaves about somebody in a month.
    private struct Told {
        let group: Group
        let serial: Int32
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

    init(
        _ count: consuming AreaCount, _ policy: AnonymityPolicy, _ generator: inout some RandomNumberGenerator
    ) {
        self.policy = policy
        isLinked = count.isLinked ?? true
        if isLinked { settlePeople(count.answers, &generator) } else { settleDays(count.answers) }
    }

    // MARK: What leaves with an answer

    /// The area of an answer with the serial of its person in the month; `nil` if it is left out.
    func area(of response: StudyResponse) -> (area: ReleasedArea, serial: Int32)? {
        let unit = AreaCount.unit(of: response)
        guard isLinked else {
            let place = AreaCount.place(of: response)
            return Level.allCases.lazy.compactMap { Self.group(place, $0, unit.month) }
                .first(where: groups.contains).map { (Self.area(of: $0), 0) }
        }
        return told[unit].map { (Self.area(of: $0.group), $0.serial) }
    }

    /// The people whose answers leave, where they are linked.
    var people: Set<Int> { Set(told.keys.map { Int($0.person) }) }

    private static func area(of group: Group) -> ReleasedArea {
        switch group.level {
        case .cell: AreaCount.middle(of: group.area)
        case .region: .region(Int(group.area))
        case .withheld: .withheld
        }
    }

    /// The group of a place at a level; `nil` if there is none.
    private static func group(_ place: Place, _ level: Level, _ month: Month) -> Group? {
        switch level {
        case .cell: place.cell < 0 ? nil : Group(month: month, level: level, area: place.cell)
        case .region: place.region < 0 ? nil : Group(month: month, level: level, area: place.region)
        case .withheld: Group(month: month, level: level, area: 0)
        }
    }

    // MARK: People

    private mutating func settlePeople(
        _ answers: [AreaCount.Key: Int32], _ generator: inout some RandomNumberGenerator
    ) {
        let months = Self.answersByMonth(answers)
        var left = Self.mainPlaces(answers, whole: policy.linkage == .study)
        var settled: [AreaCount.Unit: Group] = [:]
        for level in Level.allCases {
            var sizes: [Group: Int] = [:]
            for (unit, place) in left {
                if let group = Self.group(place, level, unit.month) { sizes[group, default: 0] += 1 }
            }
            left = left.filter { unit, place in
                guard let group = Self.group(place, level, unit.month), sizes[group, default: 0] >= policy.k
                else { return true }
                settled[unit] = group
                return false
            }
        }
        tell(settled, of: months, &generator)
    }

    /// Tells of somebody in a month what was settled, unless too few of the group answered in that month.
    private mutating func tell(
        _ settled: [AreaCount.Unit: Group], of months: [AreaCount.Unit: Int32],
        _ generator: inout some RandomNumberGenerator
    ) {
        let isWhole = policy.linkage == .study
        func group(_ unit: AreaCount.Unit) -> Group? {
            let key = isWhole ? AreaCount.Unit(person: unit.person, month: 0) : unit
            return settled[key].map { Group(month: unit.month, level: $0.level, area: $0.area) }
        }
        var sizes: [Group: Int] = [:]
        for unit in months.keys { if let group = group(unit) { sizes[group, default: 0] += 1 } }
        // Neither the order in which people came nor that of a table may show in the numbers.
        var serials = Array(Int32(1)...Int32(max(1, months.count)))
        serials.shuffle(using: &generator)
        for (unit, count) in months {
            guard let serial = serials.popLast(), let group = group(unit),
                sizes[group, default: 0] >= policy.k
            else {
                leftOut += Int(count)
                continue
            }
            told[unit] = Told(group: group, serial: serial)
            rows += Int(count)
        }
    }

    private static func answersByMonth(_ answers: [AreaCount.Key: Int32]) -> [AreaCount.Unit: Int32] {
        answers.reduce(into: [:]) { $0[$1.key.unit, default: 0] += $1.value }
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

    /// One person gives one answer a day, so that the answers of the fullest day are as many people at least.
    private mutating func settleDays(_ answers: [AreaCount.Key: Int32]) {
        var left = answers
        for level in Level.allCases {
            var days: [Group: [Int32: Int]] = [:]
            for (key, count) in left {
                guard let group = Self.group(key.place, level, key.unit.month) else { continue }
                days[group, default: [:]][key.unit.person, default: 0] += Int(count)
            }
            let large = Set(days.filter { ($0.value.values.max() ?? 0) >= policy.k }.keys)
            groups.formUnion(large)
            left = left.filter { key, _ in
                Self.group(key.place, level, key.unit.month).map { !large.contains($0) } ?? true
            }
        }
        leftOut = left.values.reduce(0) { $0 + Int($1) }
        rows = answers.values.reduce(0) { $0 + Int($1) } - leftOut
    }
}
