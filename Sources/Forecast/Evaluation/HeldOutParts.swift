import Allergens

/// How judged days are parted, so that each part is held out once.
///
/// Where the days are of several calendar years, each year is a part. Else there are two: the first and the
/// second half of the blocks of ten days that have judged days, which tears no block.
struct HeldOutParts {
    let areYears: Bool
    /// The year, or 1 and 2 for the halves, part by part in the order of days.
    let numbers: [Int]
    /// From the first to the last judged day, part by part.
    let days: [ClosedRange<CivilDate>]
    /// The part of each judged station-day, as a place in ``numbers``.
    let parts: [Int]

    /// Parts the days of judged station-days; `nil` when they are of fewer than two blocks of one year.
    init?(_ days: [CivilDate]) {
        let years = days.map(\.components.year)
        areYears = Set(years).count > 1
        let blocks = Set(days.map(BlockBootstrap.block(of:))).sorted()
        guard blocks.count > 1 else { return nil }
        let second = blocks[blocks.count / 2]
        let halves = days.map { BlockBootstrap.block(of: $0) < second ? 1 : 2 }
        let own = areYears ? years : halves
        let numbers = Set(own).sorted()
        self.numbers = numbers
        var places: [Int: Int] = [:]
        for (place, number) in numbers.enumerated() { places[number] = place }
        let parts = own.map { places[$0, default: 0] }
        self.parts = parts
        var spans: [Int: ClosedRange<CivilDate>] = [:]
        for (day, part) in zip(days, parts) {
            let span = spans[part] ?? day...day
            spans[part] = min(day, span.lowerBound)...max(day, span.upperBound)
        }
        self.days = spans.sorted { $0.key < $1.key }.map(\.value)
    }
}
