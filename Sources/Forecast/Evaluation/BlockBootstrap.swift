import Allergens

/// Finds how far chance may move a figure, by drawing the blocks of days anew.
///
/// Consecutive days and the stations of one day are alike, so days are drawn in blocks of ten, all stations
/// together, as many blocks as there are, with replacement (Carlstein 1986, doi 10.1214/aos/1176350057). The
/// interval is between the percentiles 2.5 and 97.5 of the figure over all draws (Efron & Tibshirani 1993,
/// 13.3). Draws depend on a fixed seed only, so that the same days always give the same interval.
enum BlockBootstrap {
    /// The length of a block in days: the spans by which ``Evaluation`` separates learning from judging.
    static let span = 10
    /// Enough for the percentiles to be stable to a tenth of the interval.
    private static let draws = 2_000
    static let seed: UInt64 = 21
    /// The share of draws outside the interval at each end.
    private static let tail = 0.025

    /// The block in which a day lies.
    static func block(of day: CivilDate) -> Int {
        Int((Double(day.daysSinceEpoch) / Double(span)).rounded(.down))
    }

    /// The interval of a figure, or `nil` when there are fewer than two blocks or the figure has no value.
    ///
    /// Draws in which it has no value are left out.
    static func range<Block>(
        of blocks: [Block], _ figure: ([Block]) -> Double?
    ) -> ClosedRange<Double>? {
        guard blocks.count > 1 else { return nil }
        var numbers = SplitMix64(state: seed)
        var drawn = blocks
        var values: [Double] = []
        for _ in 0..<draws {
            for place in drawn.indices {
                drawn[place] = blocks[Int.random(in: blocks.indices, using: &numbers)]
            }
            if let value = figure(drawn) { values.append(value) }
        }
        guard !values.isEmpty else { return nil }
        values.sort()
        let cut = Int((Double(values.count) * tail).rounded(.down))
        return values[cut]...values[values.count - 1 - cut]
    }

    /// Places among some blocks, drawn with replacement, as many each time as there are blocks.
    static func places(among blocks: Int, draws: Int) -> [[Int]] {
        var numbers = SplitMix64(state: seed)
        var drawn: [[Int]] = []
        for _ in 0..<draws {
            var places: [Int] = []
            for _ in 0..<blocks { places.append(Int.random(in: 0..<blocks, using: &numbers)) }
            drawn.append(places)
        }
        return drawn
    }
}

/// A generator whose numbers depend only on its state: SplitMix64 by Sebastiano Vigna.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
