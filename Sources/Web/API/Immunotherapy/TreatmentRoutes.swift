import Allergens
import Diary
import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import People

/// How the treatments went, and whether to call a clinic.
struct TreatmentRoutes: Sendable {
    let helpStore: any HelpStore
    let diaryStore: any DiaryStore
    let profileStore: any ProfileStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/me/help/immunotherapy", .subscriber, handler: course)]
    }

    @Sendable private func course(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let account = context.account
        let zone = try await profileStore.profile(of: account).timeZone
        async let kept = helpStore.helpDays(DoseDay.self, of: account, CivilDate.accepted)
        async let dosages = helpStore.records(Dosage.self, of: account)
        async let rules = helpStore.records(ClinicRules.self, of: account)
        let entries = try await diaryStore.diary(of: account, days: CivilDate.accepted)
        let days = try await kept
        let today = CivilDate.present(in: zone, at: environment.now(), noted: days.map(\.day))
        let doses = days.flatMap { day, part in part.doses.map { (day: day, dose: $0) } }
        return try JSON.response(
            TreatmentsAnswer(
                doses, dosages: try await dosages.map(\.record), rules: try await rules.map(\.record),
                diary: DiaryInsights(entries, today: today), today: today),
            headers: [.cacheControl: Freshness.personal])
    }
}

/// How the treatments went, as it is read.
struct TreatmentsAnswer: Encodable {
    struct Day: Encodable {
        let day: CivilDate
        let taken: Bool
    }

    struct Month: Encodable {
        let taken: Int
        let skipped: Int
        let days: [Day]
    }

    struct Count: Encodable {
        let symptom: String
        let count: Int
    }

    /// That it is time to call.
    struct Call: Encodable {
        /// Whether the clinic has given the number of days.
        let byClinic: Bool
        let days: Int
        let phone: String
    }

    struct Treatment: Encodable {
        let allergen: String
        let day: Int
        let current: Bool
        let lastDose: CivilDate?
        let lastReaction: CivilDate?
        let missedDays: Int
        let call: Call?
        let month: Month
        let symptoms: [Count]
    }

    let today: CivilDate
    /// The day of the treatment that began first.
    let day: Int
    /// The last day with a symptom after a dose.
    let lastReaction: CivilDate?
    /// The last day with a symptom after a dose or in the diary.
    let lastSymptom: CivilDate?
    let treatments: [Treatment]

    init(
        _ doses: [(day: CivilDate, dose: Dose)], dosages: [Dosage], rules: [ClinicRules],
        diary: DiaryInsights, today: CivilDate
    ) {
        self.today = today
        day = TreatmentCourse.dayOfTreatment(since: doses.map(\.day).min(), until: today)
        let current = Set(dosages.filter(\.isCurrent).map(\.allergen))
        let byAllergen = Dictionary(grouping: doses, by: \.dose.allergen)
        var allergens: [TreatedAllergen] = []
        for allergen in dosages.map(\.allergen) + doses.map(\.dose.allergen)
        where !allergens.contains(allergen) { allergens.append(allergen) }
        treatments = allergens.map { allergen in
            Treatment(
                allergen, TreatmentCourse(byAllergen[allergen] ?? [], today: today),
                isCurrent: current.contains(allergen), rules.rules(for: allergen))
        }
        lastReaction = treatments.compactMap(\.lastReaction).max()
        lastSymptom = [lastReaction, diary.lastReaction].compactMap(\.self).max()
    }
}

extension TreatmentsAnswer.Treatment {
    init(
        _ allergen: TreatedAllergen, _ course: TreatmentCourse, isCurrent: Bool, _ rules: ClinicRules?
    ) {
        self.allergen = allergen.rawValue
        (day, current) = (course.dayOfTreatment, isCurrent)
        (lastDose, lastReaction, missedDays) = (course.lastDose, course.lastReaction, course.missedDays)
        let missed = isCurrent ? MissedDoses(missed: course.missedDays, rules: rules) : nil
        call = missed.map { missed in
            switch missed {
            case .byClinic(let days): .init(byClinic: true, days: days, phone: rules?.phone ?? "")
            case .usual: .init(byClinic: false, days: MissedDoses.patience, phone: rules?.phone ?? "")
            }
        }
        month = .init(
            taken: course.taken, skipped: course.skipped,
            days: course.month.map { .init(day: $0.day, taken: $0.isTaken) })
        symptoms = course.symptoms.map { .init(symptom: $0.symptom.rawValue, count: $0.count) }
    }
}
