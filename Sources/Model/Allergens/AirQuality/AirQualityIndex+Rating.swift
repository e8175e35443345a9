extension AirQualityIndex {
    /// Rates the air by the known concentrations: the worst pollutant decides.
    ///
    /// One pollutant may have means over several periods. The worse counts, as for ozone in the US.
    package func rate(_ means: [PollutantMean]) -> AirQualityRating {
        var parts: [AirQualityRating.Part] = []
        var gaps: [AirQualityRating.Gap] = []
        for mean in means.sorted(by: { place(of: $0) < place(of: $1) }) {
            do throws(AirQualityAbsence) {
                let score = try score(of: mean)
                parts.append(.init(pollutant: mean.pollutant, period: mean.period, score: score))
            } catch {
                gaps.append(.init(pollutant: mean.pollutant, period: mean.period, absence: error))
            }
        }
        let rated = Set(parts.map(\.pollutant))
        var told: Set<Pollutant> = []
        // Sorting is stable, so equal scores stay in the order of the tables.
        return AirQualityRating(
            index: self, parts: parts.sorted { $0.score > $1.score },
            gaps: gaps.filter { !rated.contains($0.pollutant) && told.insert($0.pollutant).inserted })
    }

    /// The score of one concentration.
    package func score(of mean: PollutantMean) throws(AirQualityAbsence) -> AirQualityScore {
        guard let value = mean.value else { throw .missing }
        guard value.isFinite else { throw .notFinite }
        guard value >= 0 else { throw .negative }
        let table = try table(for: mean)
        guard let value = mean.air.convert(value, of: mean.pollutant, from: mean.unit, to: table.unit) else {
            throw .noConversion
        }
        return try score(of: value, in: table)
    }

    /// The class of a score.
    ///
    /// A score beyond a table belongs to the next class, or to the last.
    package func airClass(of score: AirQualityScore) -> Class {
        let value =
            switch score {
            case .value(let value): value
            case .beyond(let end): end + 1
            }
        guard let found = classes.first(where: { value <= $0.last }) ?? classes.last else {
            preconditionFailure("every index has classes")
        }
        return found
    }

    private func place(of mean: PollutantMean) -> Int {
        tables.firstIndex { $0.pollutant == mean.pollutant && $0.period == mean.period } ?? tables.count
    }

    private func table(for mean: PollutantMean) throws(AirQualityAbsence) -> Table {
        let tables = tables.filter { $0.pollutant == mean.pollutant }
        if tables.isEmpty { throw .notRated }
        guard let table = tables.first(where: { $0.period == mean.period }) else {
            throw .otherPeriod(tables.map(\.period))
        }
        return table
    }

    private func score(
        of value: Double, in table: Table
    ) throws(AirQualityAbsence) -> AirQualityScore {
        let steps = table.steps(of: value, scoring)
        guard steps >= table.steps(table.begin) else { throw .belowTable(table.begin, table.unit) }
        guard let place = table.ends.firstIndex(where: { steps <= table.steps($0) }) else {
            return scoreAbove(table)
        }
        switch scoring {
        case .bands: return .value(place + 1)
        case .linear:
            let begin = place == 0 ? table.steps(table.begin) : table.steps(table.ends[place - 1]) + 1
            let airClass = classes[table.firstClass + place]
            return .value(
                Self.interpolated(
                    Int(steps - begin), of: Int(table.steps(table.ends[place]) - begin),
                    from: airClass.first, to: airClass.last))
        }
    }

    private func scoreAbove(_ table: Table) -> AirQualityScore {
        switch scoring {
        case .bands: return .value(table.ends.count + 1)
        case .linear:
            let end = classes[table.firstClass + table.ends.count - 1].last
            return table.staysAtItsEnd ? .value(end) : .beyond(end)
        }
    }

    /// The whole number at `part` of the `whole` way from `first` to `last`, halves upwards.
    ///
    /// It is computed in whole numbers, because binary fractions would round some halves down.
    private static func interpolated(_ part: Int, of whole: Int, from first: Int, to last: Int) -> Int {
        first + (2 * (last - first) * part + whole) / (2 * whole)
    }
}

extension AirQualityIndex.Table {
    /// A printed concentration in units of the last decimal.
    fileprivate func steps(_ printed: Double) -> Double { (printed * unitsOfLastDecimal).rounded() }

    /// A concentration in whole units of the last decimal, truncated as the index requires.
    fileprivate func steps(of value: Double, _ scoring: AirQualityIndex.Scoring) -> Double {
        let exact = value * unitsOfLastDecimal
        switch scoring {
        case .bands: return exact.rounded()
        // A value up to a millionth of a step below the next one counts as the next: conversion may have lost
        // so much.
        case .linear: return (exact + 0.000_001).rounded(.down)
        }
    }

    private var unitsOfLastDecimal: Double {
        (0..<decimals).reduce(1) { product, _ in product * 10 }
    }
}
