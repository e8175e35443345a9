/// What the first pass decided: the area that leaves with each answer, and which answers are left out.
struct AreaRelease {
    private typealias Place = AreaCount.Place
    private typealias Unit = AreaCount.Unit
    private typealias Part = AreaCount.Part
    private typealias Member = DayCrowd.Member

    /// The level of a group, from the finest one.
    enum Level: Int32, CaseIterable { case cell, region, withheld }

    /// The answers of a day to a form from an area.
    struct Group: Hashable {
        /// Days since 1970.
        let day: Int32
        let form: UInt8
        let level: Level
        /// The cell or the region; 0 for none.
        let area: Int32
    }

    /// What leaves of somebody's answers of a month to a form.
    private struct Told {
        let level: Level
        let area: Int32
        /// The days whose answers leave.
        let days: DayCrowd.Days
        var serial: Int32
    }

    private let policy: AnonymityPolicy
    /// For answers that are linked.
    private var told: [AreaCount.Part: Told] = [:]
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
            for (part, told) in told {
                rows += told.days.nonzeroBitCount
                for (index, number) in count.further[part] ?? [:] where told.days & DayCrowd.bit(index) != 0 {
                    rows += number
                }
            }
        } else {
            rows = settleDays(count.answers)
        }
        leftOut = count.answers.values.reduce(0) { $0 + Int($1) } - rows
    }

    // MARK: What leaves with an answer

    /// The area of an answer to a form with the serial of its person in the month; `nil` if it is left out.
    func area(of response: StudyResponse, to form: UInt8) -> (area: ReleasedArea, serial: Int32)? {
        let unit = AreaCount.unit(of: response)
        guard isLinked else {
            let place = AreaCount.place(of: response)
            for level in Level.allCases {
                guard let area = Self.area(of: place, level) else { continue }
                if groups.contains(Group(day: unit.person, form: form, level: level, area: area)) {
                    return (Self.released(area, level), 0)
                }
            }
            return nil
        }
        let day = DayCrowd.bit(AreaCount.index(of: response.day))
        guard let told = told[Part(unit: unit, form: form)], told.days & day != 0 else { return nil }
        return (Self.released(told.area, told.level), told.serial)
    }

    /// The people whose answers leave, where they are linked.
    var people: Set<Int> { Set(told.keys.map { Int($0.unit.person) }) }

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
        let parts = count.days.map {
            DayCrowd.Share(unit: $0.key.unit, forms: 1 << $0.key.form, days: $0.value)
        }
        var left = Dictionary(grouping: parts) { share in
            isWhole ? Unit(person: share.unit.person, month: 0) : share.unit
        }.mapValues(DayCrowd.Share.shares)
        for level in Level.allCases {
            var members: [Unit: Member] = [:]
            for (subject, shares) in left {
                guard let area = places[subject].flatMap({ Self.area(of: $0, level) }) else { continue }
                members[subject] = Member(area: area, shares: shares)
            }
            let leaving = settle(&members, at: level)
            for (subject, member) in members {
                left[subject] = nil
                tell(member, level, leaving)
            }
        }
    }

    /// Takes those out of a level who would lose more than half of their days, until all who stay keep as many.
    ///
    /// With each who goes, days of others may have too few people.
    ///
    /// - Returns: What leaves of the groups.
    private func settle(_ members: inout [Unit: Member], at level: Level) -> Leaving {
        var crowd = DayCrowd()
        for member in members.values { crowd.add(member) }
        while true {
            let leaving = crowd.leaving(policy.k)
            // There is nothing coarser for those who are left at the end.
            guard level != .withheld else { return leaving }
            let poor = members.filter { !$0.value.keepsHalf(of: leaving) }
            guard !poor.isEmpty else { return leaving }
            for (subject, member) in poor {
                crowd.remove(member)
                members[subject] = nil
            }
        }
    }

    private mutating func tell(_ member: Member, _ level: Level, _ leaving: Leaving) {
        for share in member.shares {
            let days = leaving.daysByForm(of: member.group(of: share), in: share)
            for (form, days) in days.enumerated() where days != 0 {
                let part = Part(unit: share.unit, form: UInt8(form))
                let known = told[part]?.days ?? 0
                told[part] = Told(level: level, area: member.area, days: known | days, serial: 0)
            }
        }
    }

    /// Numbers those of whom something leaves.
    private mutating func number(_ generator: inout some RandomNumberGenerator) {
        // Neither the order in which people came nor that of a table may show in the numbers.
        let parts = Array(told.keys)
        let units = Set(parts.map(\.unit))
        var serials = (0..<units.count).map { Int32($0 + 1) }
        serials.shuffle(using: &generator)
        let numbers = Dictionary(uniqueKeysWithValues: zip(units, serials))
        for part in parts { told[part]?.serial = numbers[part.unit] ?? 0 }
    }

    /// The place where most answers of somebody are from, in a month or (under the month 0) in the whole study.
    private static func mainPlaces(_ answers: [AreaCount.Key: Int32], whole: Bool) -> [AreaCount.Unit: Place]
    {
        var sums = answers
        if whole {
            sums = answers.reduce(into: [:]) { sums, entry in
                let unit = AreaCount.Unit(person: entry.key.unit.person, month: 0)
                sums[AreaCount.Key(unit: unit, place: entry.key.place, form: 0), default: 0] += entry.value
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

    /// One person gives one answer a day to a form, so that the answers of a day to a form are as many people.
    ///
    /// - Returns: The number of answers that leave.
    private mutating func settleDays(_ answers: [AreaCount.Key: Int32]) -> Int {
        var (left, rows) = (answers, 0)
        for level in Level.allCases {
            func group(_ key: AreaCount.Key) -> Group? {
                Self.area(of: key.place, level).map {
                    Group(day: key.unit.person, form: key.form, level: level, area: $0)
                }
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
