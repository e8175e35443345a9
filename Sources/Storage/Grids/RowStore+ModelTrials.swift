package import Allergens
package import Forecasting
import Observations

extension RowStore {
    /// Stores what is foreseen with and without a numerical model, in one transaction.
    ///
    /// What was foreseen first for a day, over a number of days, stays: it knew least.
    package func keep(_ trials: [ModelTrial], of allergen: Allergen.ID) async throws {
        guard !trials.isEmpty, let code = taxonomy[allergen]?.code else { return }
        try await writeManyRows(locking: .nothing) { runner in
            for trial in trials {
                try runner.run(
                    """
                    INSERT INTO modelTrial (allergen, day, station, daysAhead, plain, followed)
                    VALUES (
                        \(code), \(trial.day.daysSinceEpoch),
                        (SELECT number FROM station WHERE id = \(trial.station.rawValue)),
                        \(trial.daysAhead), \(trial.plain), \(trial.followed))
                    ON CONFLICT (allergen, day, station, daysAhead) DO NOTHING
                    """)
            }
        }
    }

    /// What was foreseen for the days from one on, in their order.
    package func modelTrials(of allergen: Allergen.ID, since day: CivilDate) async throws -> [ModelTrial] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try await readRows { runner in
            try runner.rows(.modelTrials(of: code, since: day)).compactMap { row in
                guard let station = Station.ID(rawValue: try row["id"]) else { return nil }
                return ModelTrial(
                    station: station, day: CivilDate(daysSinceEpoch: try row["day"]),
                    daysAhead: try row["daysAhead"], plain: try row["plain"], followed: try row["followed"])
            }
        }
    }

    /// Deletes what was foreseen for the days before one.
    package func forgetModelTrials(before day: CivilDate) async throws {
        try await writeManyRows(locking: .nothing) { [taxonomy] runner in
            for allergen in taxonomy.allergens {
                try runner.run(
                    """
                    DELETE FROM modelTrial
                    WHERE allergen = \(allergen.code) AND day < \(day.daysSinceEpoch)
                    """)
            }
        }
    }
}

extension Query {
    /// What was foreseen for the days from one on, in their order.
    static func modelTrials(of code: Int, since day: CivilDate) -> Query {
        """
        SELECT station.id, trial.day, trial.daysAhead, trial.plain, trial.followed
        FROM modelTrial AS trial JOIN station ON station.number = trial.station
        WHERE trial.allergen = \(code) AND trial.day >= \(day.daysSinceEpoch)
        ORDER BY trial.day, trial.station, trial.daysAhead
        """
    }
}
