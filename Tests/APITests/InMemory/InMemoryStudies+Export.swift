import Allergens
import Foundation
import Geography
import People
import Studies
import StudyExport

@testable import API

extension InMemoryStudies: StudyExportStore {
    func export(
        _ id: Study.ID, by researcher: Account.ID, _ wish: StudyExportWish, at now: Date,
        _ write: @escaping @Sendable (StudyExport, [WeeklyStatus]) throws -> TakenStudyFile?
    ) async throws {
        let study = try await study(id, for: .seeAnswers, by: researcher).study
        guard let content = study.current?.content else { throw StudyRefusal.unpublished }
        let found = held.value.first { $0.study.id == id }
        let names = content.forms.map(\.name)
        let source = HeldAnswers(answers: found?.answers ?? [], names: names)
        var plan = StudyPlan(
            title: content.title, forms: content.forms.map(\.definition), names: names.map(\.rawValue),
            regions: [],
            measures: [StudyMeasure(.pollen, "birch", unit: "grains/m³", label: ["en": "Birch"])],
            lags: wish.lags)
        for answer in source.answers where answer.window != nil {
            plan.windows[answer.form.rawValue] = StudySchedule.mostWindows
        }
        guard
            let policy = AnonymityPolicy(
                k: study.settings.k, linkage: wish.linkage, includesFreeText: wish.includesFreeText)
        else { throw StudyRefusal.unknown }
        var generator = SystemRandomNumberGenerator()
        let file = try write(try StudyExport(plan, source, policy, using: &generator), [])
        guard wish.hasAnswers else { return }
        replace(id) { held in
            held.files[held.looks.count] = file
            held.looks.append(StudyLook(.exported, at: now))
        }
    }
}

/// Answers of as many people.
private struct HeldAnswers: StudySource {
    let answers: [StudyAnswer]
    /// The forms of the study, in their order.
    let names: [StudyForm.Name]

    func responses() -> () throws -> StudyResponse? {
        var rest = answers.enumerated().makeIterator()
        return {
            rest.next().map { index, answer in
                StudyResponse(
                    participant: index, pseudonym: "P\(index)", day: answer.day,
                    window: answer.window, place: answer.cell, region: nil,
                    form: names.firstIndex(of: answer.form) ?? 0,
                    consentVersion: String(answer.version), answers: answer.answers)
            }
        }
    }

    func exposures(
        at area: ReleasedArea, of response: StudyResponse, lag: Int, _ measures: [StudyMeasure]
    ) -> [StudyExposure] {
        measures.map { _ in
            StudyExposure(value: 40 + Double(lag), station: "basel", distance: 3, age: 0, basis: .measured)
        }
    }
}
