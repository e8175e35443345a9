/// The published scores of a day, by their own formulas.
///
/// An item that was left out is missing, never 0. A score whose items are missing is missing too. A score is
/// a number to compare days with, and no statement about the person.
package struct DiaryScores: Hashable, Sendable, Encodable {
    /// The daily symptom score of the EAACI: the mean of six grades, 0…3, from at least five of them.
    ///
    /// Pfaar et al. 2014, https://doi.org/10.1111/all.12383: the sum of four nasal and two ocular symptoms,
    /// each 0…3, divided by their number.
    package let dss: Double?
    /// The daily medication score of the EAACI: the highest step of the day, 0…3.
    ///
    /// The same paper: 1 for an antihistamine as tablet, eye drops or nasal spray, 2 for a nasal steroid, 3 for
    /// an oral one.
    package let dms: Int?
    /// The combined symptom and medication score of the EAACI, 0…6: the sum of both.
    package let csms: Double?
    /// The total nasal symptom score, 0…12: runny, blocked and itchy nose, and sneezing.
    ///
    /// https://doi.org/10.1186/s13223-021-00536-3, table 2
    package let tnss: Int?
    /// The total ocular symptom score, 0…9: itchy, watery and red eyes; same source.
    package let toss: Int?
    /// The rhinoconjunctivitis total symptom score, 0…18: the six symptoms of ``dss``.
    package let rtss: Int?

    /// The nasal symptoms of all these scores.
    private static let nasal: [DiaryQuestion] = [.sneezing, .runnyNose, .itchyNose, .blockedNose]
    /// The ocular symptoms that the EAACI counts.
    private static let ocular: [DiaryQuestion] = [.itchyEyes, .wateryEyes]
    /// The items of ``dss`` that may be missing.
    private static let mostMissing = 1

    package init(_ entry: DiaryEntry) {
        let six = (Self.nasal + Self.ocular).compactMap(entry.answer(to:))
        let count = Self.nasal.count + Self.ocular.count
        let isEnough = six.count >= count - Self.mostMissing
        let symptoms = isEnough ? Double(six.reduce(0, +)) / Double(six.count) : nil
        let step = Self.step(of: entry)
        (dss, dms) = (symptoms, step)
        csms = symptoms.flatMap { symptoms in step.map { symptoms + Double($0) } }
        tnss = Self.sum(Self.nasal, in: entry)
        toss = Self.sum(Self.ocular + [.redEyes], in: entry)
        rtss = Self.sum(Self.nasal + Self.ocular, in: entry)
    }

    private static func sum(_ questions: [DiaryQuestion], in entry: DiaryEntry) -> Int? {
        let answers = questions.compactMap(entry.answer(to:))
        return answers.count == questions.count ? answers.reduce(0, +) : nil
    }

    private static func step(of entry: DiaryEntry) -> Int? {
        let said = DiaryMedicine.allCases.filter { entry.number(.medicine($0)) != nil }
        guard !said.isEmpty else { return nil }
        return said.filter { entry.number(.medicine($0)) == 1 }.map(\.step).max() ?? 0
    }
}

extension DiaryMedicine {
    /// Its step in the daily medication score of the EAACI; medicines for asthma do not count there.
    fileprivate var step: Int {
        switch self {
        case .none, .asthmaReliever, .asthmaController, .other: 0
        case .antihistamineTablet, .antihistamineEyeDrops, .antihistamineNasalSpray: 1
        case .nasalSteroid, .azelastineFluticasone: 2
        case .oralSteroid: 3
        }
    }
}

extension DiaryEntry {
    /// The lowest answer to the question how the day was that counts as a bad day.
    private static let badDay = 3

    /// Whether the day was so bad that others may want to know: a bad day as a whole, or anything of the worst
    /// grade.
    package var isBad: Bool {
        if let feeling = answer(to: .feeling), feeling >= Self.badDay { return true }
        let worst = DiaryQuestion.worstGrade
        return DiaryQuestion.allCases.contains { question in
            question.range.upperBound == worst && answer(to: question) == worst
        }
    }
}
