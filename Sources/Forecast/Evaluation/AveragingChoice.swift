import Interpolation

/// Chooses the numbers of the map from days on which each candidate was judged.
///
/// This is the rule by which the standard numbers were chosen, see `Averaging`: of all candidates, the one that
/// most often, on ten-day blocks drawn anew, has an error of the logarithm of at most ``allowance`` above
/// inverse distance of logarithms, and a CSI of at least the better of both inverse distances. Among equals
/// the smaller error wins, and then the one that comes first.
enum AveragingChoice {
    /// How far the error may exceed that of inverse distance of logarithms, in decades.
    ///
    /// The standard numbers were chosen with .005; this is what is asked of the map on other days.
    static let allowance = 0.003
    /// Enough for the counts of two candidates to differ by less than a twentieth by chance.
    private static let draws = 400
    /// In metres, from one that hardly differs from 1/d² to one beyond the distance of neighbouring stations.
    private static let softenings = [10_000.0, 20_000, 30_000, 40_000, 50_000, 70_000]
    private static let lifts = [0, 0.1, 0.2, 0.3, 0.5, 0.8]

    /// The grid of candidates, the plainest first.
    static let candidates = softenings.flatMap { softening in
        lifts.map { Averaging(softening: softening, lift: $0) }
    }

    /// Returns the place of the chosen candidate.
    ///
    /// Each method has a tally for each block, the blocks in the same order for all methods.
    static func place(
        among candidates: [[BlockTally]], logarithms: [BlockTally], plain: [BlockTally]
    ) -> Int {
        precondition(!candidates.isEmpty, "nothing to choose from")
        var wins = [Int](repeating: 0, count: candidates.count)
        for places in BlockBootstrap.places(among: logarithms.count, draws: draws) {
            let rival = total(of: logarithms, at: places)
            let other = total(of: plain, at: places)
            for (place, candidate) in candidates.enumerated()
            where isGood(total(of: candidate, at: places), beside: rival, other) { wins[place] += 1 }
        }
        let errors = candidates.map { total(of: $0, at: Array($0.indices)).meanLogError ?? .infinity }
        var best = 0
        for place in wins.indices
        where wins[place] > wins[best] || (wins[place] == wins[best] && errors[place] < errors[best]) {
            best = place
        }
        return best
    }

    private static func isGood(
        _ candidate: BlockTally, beside logarithms: BlockTally, _ plain: BlockTally
    ) -> Bool {
        guard let error = candidate.meanLogError, let other = logarithms.meanLogError else { return false }
        return error <= other + allowance
            && success(of: candidate) >= max(success(of: logarithms), success(of: plain))
    }

    /// The CSI; days without a high one, measured or predicted, are without a mistake.
    private static func success(of tally: BlockTally) -> Double { tally.successIndex ?? 1 }

    private static func total(of tallies: [BlockTally], at places: [Int]) -> BlockTally {
        var sum = BlockTally()
        for place in places { sum.add(tallies[place]) }
        return sum
    }
}
