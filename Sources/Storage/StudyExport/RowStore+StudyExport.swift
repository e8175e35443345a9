package import Foundation
package import People
import Sealing
package import Studies
package import StudyExport

/// What leaves of studies.
extension RowStore {
    /// Lets somebody write what leaves of a study, and notes whose answers left.
    ///
    /// All of it is read from one snapshot, while others write, on one of the few connections for reading: callers let
    /// one export run at a time. When this returns, the note is durable.
    ///
    /// - Parameters:
    ///   - id: The study.
    ///   - researcher: Who exports; the role decides whether places leave, and the air with them.
    ///   - wish: What is wanted.
    ///   - now: The present.
    ///   - write: Writes the tables, and says what file they are; it must not keep the export.
    /// - Throws: ``StudyRefusal``, and what `write` throws. Then nothing is noted.
    package func export(
        _ id: Study.ID, by researcher: Account.ID, _ wish: StudyExportWish, at now: Date,
        _ write: @escaping @Sendable (StudyExport, [WeeklyStatus]) throws -> TakenStudyFile?
    ) async throws {
        let (study, parts, file) = try await readRows { [keys, taxonomy] runner in
            let row = try StudyRow.one(id, by: researcher, for: .seeAnswers, in: runner)
            guard let content = try row.study.current?.content else { throw StudyRefusal.unpublished }
            let seesPlaces = row.role.map { StudyPolicy.acts(of: $0).contains(.seePlaces) } ?? false
            let air = try StudyAir(
                over: row.phase.settings.days, seesPlaces ? wish : nil, taxonomy, by: runner)
            let snapshot = try StudySnapshot(
                of: row, seesPlaces: seesPlaces, air, hasAnswers: wish.hasAnswers, keys, by: runner)
            var plan = StudyPlan(
                title: content.title, forms: snapshot.forms, names: snapshot.names,
                regions: snapshot.regions, measures: air.measures, lags: wish.lags)
            plan.windows = snapshot.windows
            plan.options = try runner.optionalPoints(of: row, keys)
            guard
                let policy = AnonymityPolicy(
                    k: row.phase.settings.k, linkage: wish.linkage, includesFreeText: wish.includesFreeText)
            else { preconditionFailure("a study has groups of a size that is allowed") }
            var generator = SystemRandomNumberGenerator()
            let export = try StudyExport(plan, snapshot, policy, using: &generator)
            let file = try write(export, try runner.participation(in: row, at: now))
            return (row.number, snapshot.parts(of: export.people), file)
        }
        guard wish.hasAnswers else { return }
        try await writeRows(locking: .nothing) { runner in
            try runner.note(.exported, at: parts, of: study, by: researcher, at: now, file)
        }
    }
}

extension QueryRunner {
    fileprivate func optionalPoints(
        of row: StudyRow, _ keys: KeyRing
    ) throws -> [OptionalPoint] {
        let counts = Dictionary(
            grouping: try optionCounts(of: row, keys), by: \.version)
        return counts.sorted { $0.key < $1.key }.flatMap { version, counts in
            counts.enumerated().map { place, count in
                OptionalPoint(
                    number: place + 1, version: version, words: count.words, agreed: count.agreed)
            }
        }
    }

    fileprivate func participation(
        in row: StudyRow, at now: Date
    ) throws -> [WeeklyStatus] {
        try retention(of: row, at: now).weeks.flatMap { week in
            ParticipantStatus.allCases.map { status in
                WeeklyStatus(week: week.monday, status: status.rawValue, count: week.counts[status] ?? 0)
            }
        }
    }
}
