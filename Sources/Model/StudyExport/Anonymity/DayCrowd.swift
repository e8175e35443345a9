/// Some forms of a study, as bits by their places among all of them.
typealias FormSet = UInt8

/// How many people of each area answered which forms on each day.
///
/// It grows with areas, months and sets of forms, and not with answers.
struct DayCrowd {
    /// The days of a month, as bits from the first day on.
    typealias Days = UInt32

    struct Spot: Hashable {
        let area: Int32
        let month: AreaCount.Month
    }

    /// Those of an area who answered the same forms on a day, and no other ones.
    struct Group: Hashable {
        let spot: Spot
        let forms: FormSet
    }

    /// Somebody's days in a month on which they answered the same forms, and no other ones.
    struct Share {
        let unit: AreaCount.Unit
        let forms: FormSet
        let days: Days
    }

    /// Somebody in an area, with all days that leave together.
    struct Member {
        let area: Int32
        let shares: [Share]

        /// Whether something leaves of at least half of the days.
        func keepsHalf(of leaving: Leaving) -> Bool {
            let kept = shares.reduce(0) { $0 + leaving.days(of: group(of: $1), in: $1).nonzeroBitCount }
            return 2 * kept >= shares.reduce(0) { $0 + $1.days.nonzeroBitCount }
        }

        /// The group of somebody on the days of a share.
        func group(of share: Share) -> Group {
            Group(spot: Spot(area: area, month: share.unit.month), forms: share.forms)
        }
    }

    private static let indices = 0..<31
    private var people: [Group: [Int32]] = [:]

    static func bit(_ index: Int) -> Days { Days(1) << Days(index) }

    mutating func add(_ member: Member) { change(member, by: 1) }

    mutating func remove(_ member: Member) { change(member, by: -1) }

    private mutating func change(_ member: Member, by number: Int32) {
        for share in member.shares {
            let group = member.group(of: share)
            var counts = people[group] ?? Array(repeating: 0, count: Self.indices.count)
            people[group] = nil
            for index in Self.indices where share.days & Self.bit(index) != 0 { counts[index] += number }
            people[group] = counts
        }
    }

    /// What leaves so that at least `k` people share the area, the day, and the forms whose answers leave.
    func leaving(_ k: Int) -> Leaving {
        var leaving = Leaving()
        for groups in Dictionary(grouping: people, by: \.key.spot).values {
            let (group, counts) = groups[0]
            if groups.count == 1 {
                // Most studies have one form, and nothing to choose from.
                let days = Self.indices.reduce(Days(0)) { Int(counts[$1]) >= k ? $0 | Self.bit($1) : $0 }
                leaving.add(group.forms, of: group, on: days)
            } else {
                for index in Self.indices { add(to: &leaving, groups, on: index, k) }
            }
        }
        return leaving
    }

    /// Adds what leaves on a day of those who are in groups of one spot.
    private func add(
        to leaving: inout Leaving, _ groups: [(key: Group, value: [Int32])], on index: Int, _ k: Int
    ) {
        var held: [FormSet: Int] = [:]
        for (group, counts) in groups where counts[index] > 0 { held[group.forms] = Int(counts[index]) }
        for (forms, left) in Leaving.forms(of: held, k) {
            let group = Group(spot: groups[0].key.spot, forms: forms)
            leaving.add(left, of: group, on: Self.bit(index))
        }
    }
}

extension DayCrowd.Share {
    /// The shares of somebody, from the days on which they answered each form.
    ///
    /// - Parameter parts: The days for each form alone, of one or of several months.
    /// - Returns: The shares; no two have a day in common.
    static func shares(of parts: [Self]) -> [Self] {
        // People who answer one form have nothing to be split.
        guard parts.contains(where: { $0.forms != parts[0].forms }) else { return parts }
        return Dictionary(grouping: parts, by: \.unit).flatMap { unit, parts in
            var days: [FormSet: DayCrowd.Days] = [:]
            let all: DayCrowd.Days = parts.reduce(0) { $0 | $1.days }
            for index in 0..<DayCrowd.Days.bitWidth where all & DayCrowd.bit(index) != 0 {
                let bit = DayCrowd.bit(index)
                let forms: FormSet = parts.reduce(0) { $1.days & bit == 0 ? $0 : $0 | $1.forms }
                days[forms, default: 0] |= bit
            }
            return days.map { Self(unit: unit, forms: $0, days: $1) }
        }
    }
}

/// The days on which answers of a group leave.
struct Leaving {
    /// All sets of forms, those of most forms first.
    private static let sets = (1...FormSet.max).sorted {
        ($1.nonzeroBitCount, $0) < ($0.nonzeroBitCount, $1)
    }

    /// For each form by its place.
    private var days: [DayCrowd.Group: [DayCrowd.Days]] = [:]

    fileprivate mutating func add(_ forms: FormSet, of group: DayCrowd.Group, on bits: DayCrowd.Days) {
        let width = FormSet.bitWidth - group.forms.leadingZeroBitCount
        var known = days[group] ?? Array(repeating: 0, count: width)
        for place in known.indices where forms & (1 << place) != 0 { known[place] |= bits }
        days[group] = known
    }

    /// The days of a share on which something leaves.
    func days(of group: DayCrowd.Group, in share: DayCrowd.Share) -> DayCrowd.Days {
        (days[group] ?? []).reduce(0, |) & share.days
    }

    /// The days of a share on which the answers to each form leave, by the place of the form.
    func daysByForm(of group: DayCrowd.Group, in share: DayCrowd.Share) -> [DayCrowd.Days] {
        (days[group] ?? []).map { $0 & share.days }
    }

    /// The forms whose answers leave on a day, for those who answered the same ones.
    ///
    /// People who answered a set of forms that fewer than `k` people of the area share are counted with those with whom
    /// they have most forms in common, and only the answers to these leave. So each set that is seen in what leaves is
    /// one of `k` people, or more.
    ///
    /// - Parameters:
    ///   - people: How many people answered each set of forms, and no other form.
    ///   - k: The fewest people.
    /// - Returns: What leaves of each set; nothing of those that are not in it.
    static func forms(of people: [FormSet: Int], _ k: Int) -> [FormSet: FormSet] {
        var (left, leaving): ([FormSet: Int], [FormSet: FormSet]) = (people, [:])
        for set in sets where !left.isEmpty {
            let those = left.filter { $0.key & set == set }
            guard those.values.reduce(0, +) >= k else { continue }
            for forms in those.keys { (leaving[forms], left[forms]) = (set, nil) }
        }
        return leaving
    }
}
