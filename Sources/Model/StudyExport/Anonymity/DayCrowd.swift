/// How many people of each area answered on each day.
///
/// It grows with areas and months, and not with answers.
struct DayCrowd {
    /// The days of a month, as bits from the first day on.
    typealias Days = UInt32

    struct Spot: Hashable {
        let area: Int32
        let month: AreaCount.Month
    }

    /// Somebody's days in a month.
    struct Share {
        let unit: AreaCount.Unit
        let days: Days
    }

    /// Somebody in an area, with all days that leave together.
    struct Member {
        let area: Int32
        let shares: [Share]

        /// Whether at least half of the days are among those that leave.
        func keepsHalf(of large: [Spot: Days]) -> Bool {
            let kept = shares.reduce(0) { $0 + days($1, of: large).nonzeroBitCount }
            return 2 * kept >= shares.reduce(0) { $0 + $1.days.nonzeroBitCount }
        }

        /// The days of a share that are among those that leave.
        func days(_ share: Share, of large: [Spot: Days]) -> Days {
            share.days & (large[Spot(area: area, month: share.unit.month)] ?? 0)
        }
    }

    private static let indices = 0..<31
    private var people: [Spot: [Int32]] = [:]

    static func bit(_ index: Int) -> Days { Days(1) << Days(index) }

    mutating func add(_ member: Member) { change(member, by: 1) }

    mutating func remove(_ member: Member) { change(member, by: -1) }

    private mutating func change(_ member: Member, by number: Int32) {
        for share in member.shares {
            let spot = Spot(area: member.area, month: share.unit.month)
            var counts = people[spot] ?? Array(repeating: 0, count: Self.indices.count)
            people[spot] = nil
            for index in Self.indices where share.days & Self.bit(index) != 0 { counts[index] += number }
            people[spot] = counts
        }
    }

    /// The days of each area on which at least `k` people answered.
    func days(of k: Int) -> [Spot: Days] {
        people.mapValues { counts in
            Self.indices.reduce(Days(0)) { Int(counts[$1]) >= k ? $0 | Self.bit($1) : $0 }
        }
    }
}
