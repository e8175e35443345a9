import Allergens

/// All candidates for the numbers of the map on the same station-days, beside both inverse distances.
struct AveragingTrials {
    /// Inverse distance of concentrations.
    let plain: [JudgedDay]
    /// Inverse distance of logarithms.
    let logarithms: [JudgedDay]
    /// What each of ``AveragingChoice/candidates`` predicts, in their order.
    let candidates: [[JudgedDay]]
    private let bounds: LevelBounds
    /// Whether every method has a prediction for a station-day.
    private let isKnown: [Bool]

    init(_ evaluation: Evaluation, of allergen: Allergen, bounds: LevelBounds) {
        let plain = evaluation.judged(by: InverseDistance(of: .concentrations))
        let logarithms = evaluation.judged(by: InverseDistance(of: .logarithms))
        let candidates = AveragingChoice.candidates.map { averaging in
            evaluation.judged(by: MapField(of: allergen, bounds: bounds, averaging: averaging))
        }
        let all = [plain, logarithms] + candidates
        isKnown = plain.indices.map { place in all.allSatisfy { $0[place].prediction != nil } }
        self.plain = plain
        self.logarithms = logarithms
        self.candidates = candidates
        self.bounds = bounds
    }

    /// Returns the place of the candidate that is chosen on some station-days, and how many of these chose: those
    /// that every method predicted.
    ///
    /// `nil` when they are of fewer than two blocks of ten days.
    func choice(on places: [Int]) -> (place: Int, count: Int)? {
        let known = places.filter { isKnown[$0] }
        let rival = tallies(of: logarithms, at: known)
        guard rival.count > 1 else { return nil }
        let place = AveragingChoice.place(
            among: candidates.map { tallies(of: $0, at: known) }, logarithms: rival,
            plain: tallies(of: plain, at: known))
        return (place, known.count)
    }

    /// A method's tallies, block by block in the order of days.
    private func tallies(of days: [JudgedDay], at places: [Int]) -> [BlockTally] {
        var blocks: [Int: BlockTally] = [:]
        for place in places {
            guard let prediction = days[place].prediction else { continue }
            blocks[BlockBootstrap.block(of: days[place].day), default: BlockTally()]
                .add(prediction, measured: days[place].measured, bounds: bounds)
        }
        return blocks.sorted { $0.key < $1.key }.map(\.value)
    }
}
