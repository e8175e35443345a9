/// One thing that a diary can say about a day.
package enum DiaryItem: Hashable, Sendable {
    case question(DiaryQuestion)
    case medicine(DiaryMedicine)
    case symptom(DiarySymptom)
    /// A note in the person's own words.
    case note

    /// Every item.
    package static let all: [DiaryItem] =
        DiaryQuestion.allCases.map(DiaryItem.question) + DiaryMedicine.allCases.map(DiaryItem.medicine)
        + DiarySymptom.allCases.map(DiaryItem.symptom) + [.note]

    private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

    /// The permanent name under which it is stored.
    package var key: String {
        switch self {
        case .question(let question): question.rawValue
        case .medicine(let medicine): "medicine.\(medicine.rawValue)"
        case .symptom(let symptom): "symptom.\(symptom.rawValue)"
        case .note: "note"
        }
    }

    /// The item with a key; `nil` if there is none.
    package init?(key: String) {
        guard let item = Self.byKey[key] else { return nil }
        self = item
    }

    /// The numbers that it may have; `nil` for a text.
    package var range: ClosedRange<Int>? {
        switch self {
        case .question(let question): question.range
        case .medicine: 0...1
        case .symptom: DiarySymptom.Grade.range
        case .note: nil
        }
    }

    /// Whether it belongs to the daily quiz, which asks how one was on that very day.
    ///
    /// Symptoms and notes may be added for any day.
    package var isOfQuiz: Bool {
        switch self {
        case .question, .medicine: true
        case .symptom, .note: false
        }
    }
}

/// A question of the daily quiz whose answer is a number.
///
/// The words of the questions are our own. The items and grades are those of published scores; see
/// ``DiaryScores``.
package enum DiaryQuestion: String, CaseIterable, Sendable {
    /// How the day was, from very good, 0, to very bad, 4.
    case feeling
    // How much each part of the body was affected.
    case nose, eyes, throat, lungs, skin
    // The symptoms of rhinitis and conjunctivitis, one by one.
    case sneezing, runnyNose, itchyNose, blockedNose, itchyEyes, wateryEyes, redEyes
    // How much symptoms disturbed work or school, and sleep.
    case work, sleep
    // Visual analogue scales from not at all, 0, to as bad as can be, 100.
    case vasOverall, vasNose, vasEyes, vasLungs, vasWork, vasSleep

    /// The answers that it may have.
    ///
    /// A grade is 0 when something was absent, 1 when it was present and easily tolerated, 2 when it was
    /// bothersome, and 3 when it was hard to tolerate: https://doi.org/10.1186/s13601-018-0214-y, table 2.
    package var range: ClosedRange<Int> {
        switch self {
        case .feeling: 0...4
        case .nose, .eyes, .throat, .lungs, .skin: 0...Self.worstGrade
        case .sneezing, .runnyNose, .itchyNose, .blockedNose, .itchyEyes, .wateryEyes, .redEyes:
            0...Self.worstGrade
        case .work, .sleep: 0...Self.worstGrade
        case .vasOverall, .vasNose, .vasEyes, .vasLungs, .vasWork, .vasSleep: 0...100
        }
    }

    /// The highest grade of a symptom.
    package static let worstGrade = 3
}

/// A kind of medicine that was taken on a day, or that none was.
package enum DiaryMedicine: String, CaseIterable, Sendable {
    case none
    case antihistamineTablet, antihistamineEyeDrops, antihistamineNasalSpray
    case nasalSteroid
    /// A nasal spray of azelastine and fluticasone.
    case azelastineFluticasone
    case oralSteroid
    case asthmaReliever, asthmaController
    case other
}

/// A symptom of a day: those of Apple's HealthKit under its names, and four that it lacks.
///
/// https://developer.apple.com/documentation/healthkit/data_types/symptom_type_identifiers, without the prefix
/// `HKCategoryTypeIdentifier`
package enum DiarySymptom: String, CaseIterable, Sendable {
    case abdominalCramps = "AbdominalCramps"
    case bloating = "Bloating"
    case constipation = "Constipation"
    case diarrhea = "Diarrhea"
    case heartburn = "Heartburn"
    case nausea = "Nausea"
    case vomiting = "Vomiting"
    case appetiteChanges = "AppetiteChanges"
    case chills = "Chills"
    case dizziness = "Dizziness"
    case fainting = "Fainting"
    case fatigue = "Fatigue"
    case fever = "Fever"
    case generalizedBodyAche = "GeneralizedBodyAche"
    case hotFlashes = "HotFlashes"
    case chestTightnessOrPain = "ChestTightnessOrPain"
    case coughing = "Coughing"
    case rapidHeartbeat = "RapidPoundingOrFlutteringHeartbeat"
    case shortnessOfBreath = "ShortnessOfBreath"
    case skippedHeartbeat = "SkippedHeartbeat"
    case wheezing = "Wheezing"
    case lowerBackPain = "LowerBackPain"
    case headache = "Headache"
    case memoryLapse = "MemoryLapse"
    case moodChanges = "MoodChanges"
    case lossOfSmell = "LossOfSmell"
    case lossOfTaste = "LossOfTaste"
    case runnyNose = "RunnyNose"
    case soreThroat = "SoreThroat"
    case sinusCongestion = "SinusCongestion"
    case acne = "Acne"
    case drySkin = "DrySkin"
    case hairLoss = "HairLoss"
    case nightSweats = "NightSweats"
    case sleepChanges = "SleepChanges"
    case bladderIncontinence = "BladderIncontinence"
    // Those that HealthKit lacks.
    case hives = "Hives"
    case itching = "Itching"
    case swelling = "Swelling"
    case redOrItchyEyes = "RedOrItchyEyes"

    /// Whether somebody who notes it is asked whether they have contacted a doctor.
    ///
    /// These eleven are named by M. Waldie, The Journey to Desensitization (Santa Clara University, 2024); wheezing,
    /// hives and swelling are added here, because action plans name them among the signs of anaphylaxis.
    package var isWorrisome: Bool {
        switch self {
        case .fever, .vomiting, .chestTightnessOrPain, .chills, .rapidHeartbeat, .shortnessOfBreath,
            .memoryLapse, .moodChanges, .fainting, .dizziness, .coughing:
            true
        case .wheezing, .hives, .swelling: true
        default: false
        }
    }

    /// How strong a symptom was, in HealthKit's words.
    package enum Grade: String, CaseIterable, Sendable {
        case notPresent, mild, moderate, severe
        /// It was there; how strong is not said.
        case present

        /// The number under which it is stored.
        package var number: Int {
            switch self {
            case .notPresent: 0
            case .mild: 1
            case .moderate: 2
            case .severe: 3
            case .present: 4
            }
        }

        package init?(number: Int) {
            guard let grade = Self.allCases.first(where: { $0.number == number }) else { return nil }
            self = grade
        }

        static let range = 0...4
    }
}
