import Allergens
import Forms
import Foundation
import Geography
import HTTP
import Studies

struct CodeRequest: StrictDocument {
    static let members: Set = ["code"]

    let code: String
}

/// A code with what somebody agrees to.
struct JoiningRequest: StrictDocument {
    static let members = AgreementRequest.members.union(["code", "day"])
    /// How far the clocks on walls are from UTC anywhere on Earth, in seconds; that of a device may be a little off.
    private static let clocks: ClosedRange<TimeInterval> =
        (-12 * 3_600 - StudyPolicy.clockSkew)...(14 * 3_600 + StudyPolicy.clockSkew)

    let code: String
    /// The day where the person is.
    let day: String?
    let agreement: AgreementRequest

    private enum Key: CodingKey {
        case code, day
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        code = try members.decode(String.self, forKey: .code)
        day = try members.decodeIfPresent(String.self, forKey: .day)
        agreement = try AgreementRequest(from: decoder)
    }

    /// The day where the person is, if it is told: one that it is somewhere on Earth.
    ///
    /// - Throws: A ``Problem``.
    func checkedDay(at now: Date) throws -> CivilDate? {
        guard let day else { return nil }
        var mistakes = Mistakes(.invalidStudy)
        let read = mistakes.day(day, at: "/day")
        let days = [Self.clocks.lowerBound, Self.clocks.upperBound].map {
            CivilDate(at: now.addingTimeInterval($0), in: .gmt)
        }
        if let read, read < days[0] || read > days[1] {
            mistakes.note("/day", "It is this day nowhere on Earth.")
        }
        try mistakes.check()
        return read
    }
}

/// What somebody agrees to.
struct AgreementRequest: StrictDocument {
    static let members: Set = ["version", "language", "agreed", "options", "name", "signature"]

    let version: Int
    let language: String
    /// Whether each point is agreed to.
    let agreed: [Bool]
    /// Whether each optional point is agreed to; without it, none is.
    let options: [Bool]?
    let name: String?
    let signature: String?

    /// - Throws: One ``Problem`` that names every mistake.
    func checked(for study: Study) throws -> StudyAgreement {
        guard let current = study.current, current.number == version
        else { throw Problem(refused: .outdated(current: study.current?.number ?? 0)) }
        var mistakes = Mistakes(.invalidStudy)
        if current.content.consent[language] == nil {
            mistakes.note("/language", "The consent is not written in this language.")
        }
        if agreed != current.content.points.map({ _ in true }) {
            mistakes.note("/agreed", "To take part is to agree to each point.")
        }
        let content = current.content
        let options = options ?? content.options.map { _ in false }
        if options.count != content.options.count {
            mistakes.note("/options", "There is a true or false for each of the optional points.")
        }
        mistakes.text(name ?? "", within: 0...StudyAgreement.longestName, at: "/name")
        if let signature, !Self.isPath(signature) {
            mistakes.note("/signature", "A signature is a path of SVG: the letters M and L, and numbers.")
        }
        try mistakes.check()
        return StudyAgreement(
            version: version, language: language, name: name.flatMap { $0.isEmpty ? nil : $0 },
            signature: signature.flatMap { $0.isEmpty ? nil : $0 }, options: options)
    }

    private static func isPath(_ text: String) -> Bool {
        text.utf8.count <= StudyAgreement.longestSignature
            && text.utf8.allSatisfy { "ML0123456789 .-".utf8.contains($0) }
    }
}

struct WithdrawalRequest: StrictDocument {
    static let members: Set = ["answers", "pseudonym"]

    /// What becomes of past answers.
    private enum Past: String, CaseIterable {
        case keep, erase
    }

    let answers: String
    /// Which part; all of them without it.
    let pseudonym: String?

    func checkedErasing() throws -> Bool {
        var mistakes = Mistakes(.invalidStudy)
        let past = mistakes.word(answers, at: "/answers", as: Past.self)
        try mistakes.check()
        return past == .erase
    }
}

/// An answer that somebody sends.
struct StudyAnswerRequest: StrictDocument {
    static let members: Set = ["version", "form", "at", "place", "answers"]

    struct Place: Decodable {
        let longitude: Double
        let latitude: Double
    }

    let version: Int
    /// What the study calls the form; the main one without it.
    let form: String?
    /// When the form was filled in, with the offset of the clock on the wall.
    let at: String
    let place: Place?
    let answers: FormAnswers

    /// The answer, judged by the form under which it was given.
    ///
    /// - Throws: One ``Problem`` that names every mistake.
    func checked(against published: PublishedForm) throws -> StudyAnswerDraft {
        var mistakes = Mistakes(.invalidAnswer)
        let moment = FormMoment(rfc3339: at)
        if moment == nil { mistakes.note("/at", "This is a time as in RFC 3339, with its offset.") }
        let coordinate = place.flatMap { Coordinate(longitude: $0.longitude, latitude: $0.latitude) }
        if place != nil, coordinate == nil {
            mistakes.note("/place", "A longitude is -180 to 180, a latitude -90 to 90.")
        }
        var kept = FormAnswers()
        if let moment {
            let state = published.form.state(of: answers, at: moment)
            for failure in state.failures {
                mistakes.note("/answers/\(failure.path)", Self.explanation(failure.kind))
            }
            kept = state.kept
        }
        try mistakes.check()
        guard let moment else { preconditionFailure("what was checked has no mistakes") }
        return StudyAnswerDraft(
            version: version, moment: moment, place: coordinate, answers: kept, form: published.name,
            schedule: published.schedule)
    }

    private static func explanation(_ kind: FormFailure.Kind) -> String {
        switch kind {
        case .required: "An answer is needed here."
        case .constraint: "The form's own condition does not hold."
        case .type: "This is no answer to a question of this kind."
        case .choice: "This is none of the choices."
        case .range: "This is none of the numbers of the range."
        case .unknown: "The form asks nothing of this name."
        case .tooMany: "This is answered at most \(FormLimits.repeats) times."
        }
    }
}

/// A page of somebody's own answers, the latest first.
struct StudyHistoryDocument: Encodable {
    /// The form of a version.
    struct Asked: Encodable {
        let version: Int
        let name: StudyForm.Name
        let form: FormDefinition
    }

    let answers: [StudyAnswerDocument]
    /// The forms under which these answers were given, by version, the main one of each at last.
    let forms: [Asked]
    /// The value of `before` for the next page.
    let next: String?
}

/// Somebody's part in a study, as they see it.
struct ParticipationAnswer: Encodable {
    struct Consent: Encodable {
        let version: Int
        let given: Date
        let language: String
        let name: String?
        let signature: String?
        /// Whether each optional point was agreed to; `nil` if the version has none.
        let options: [Bool]?

        init(_ consent: StudyConsent) {
            let agreement = consent.agreement
            (version, given, language) = (agreement.version, consent.given, agreement.language)
            (name, signature) = (agreement.name, agreement.signature)
            options = agreement.options.isEmpty ? nil : agreement.options
        }
    }

    struct Look: Encodable {
        let kind: StudyLook.Kind
        let at: Date
    }

    /// For how long the latest answer is shown, in seconds: a day, as its author may want to see what was sent.
    static let answerShown: TimeInterval = 86_400

    let study: StudyDocument?
    let status: ParticipantStatus
    let pseudonym: String?
    let joined: CivilDate
    let left: CivilDate?
    let consents: [Consent]
    /// Whether there is a newer version, to which the person has not agreed.
    let asksAgain: Bool
    let answers: [StudyAnswerDocument]
    /// The day of the latest answer to the main form; `nil` where answers belong to nobody.
    let latest: CivilDate?
    /// The day of the latest answer to each form that has any, by its name.
    let answered: [String: CivilDate]
    /// The windows of that day with an answer, by the name of the form; `nil` where no form has an answer in each window.
    let windows: [String: [Int]]?
    let looks: [Look]
    /// What researchers have noted of the person.
    let label: String?
    let reminders: StudyRemindingDocument
    /// What researchers wrote, the latest first.
    let messages: [StudyMessageDocument]

    /// - Parameters:
    ///   - part: The part.
    ///   - now: The present, to show only the latest answer of a day to each form; `nil` shows all.
    init(_ part: StudyParticipation, at now: Date?) {
        study = StudyDocument(published: part.study, showsForm: false)
        (status, pseudonym, joined, left) = (part.status, part.pseudonym, part.joined, part.left)
        consents = part.consents.map(Consent.init)
        let current = part.study.current?.number
        asksAgain =
            part.status == .participating && part.study.state == .open
            && !part.consents.contains { $0.agreement.version == current }
        answers = Self.shown(part.answers, at: now).map(StudyAnswerDocument.init)
        latest = part.latest[.main]?.day
        answered = Dictionary(uniqueKeysWithValues: part.latest.map { ($0.rawValue, $1.day) })
        let inWindows = part.latest.filter { !$0.value.windows.isEmpty }
        windows =
            inWindows.isEmpty
            ? nil : Dictionary(uniqueKeysWithValues: inWindows.map { ($0.rawValue, $1.windows.sorted()) })
        looks = part.looks.map { Look(kind: $0.kind, at: $0.at) }
        label = part.label
        reminders = StudyRemindingDocument(on: part.reminding.isOn, sent: part.reminding.sent)
        messages = part.messages.map(StudyMessageDocument.init)
    }

    private static func shown(_ answers: [StudyAnswer], at now: Date?) -> [StudyAnswer] {
        guard let now else { return answers }
        let latest = Dictionary(answers.enumerated().map { ($1.form, $0) }, uniquingKeysWith: max)
        return answers.enumerated().filter { place, answer in
            let isFresh = answer.given.map { now.timeIntervalSince($0) < answerShown } ?? true
            return isFresh && latest[answer.form] == place
        }.map(\.element)
    }
}
