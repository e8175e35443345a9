import Allergens
import Forms
import Foundation
import Geography
import HTTP
import Studies

/// A study as its researchers see it: with what will be its next version.
struct OwnStudyAnswer: Encodable {
    let study: StudyDocument
    let role: StudyRole
    /// What the role may do with it now.
    let acts: [String]
    /// What has to be there before it is published.
    let missing: [String]

    init(_ own: OwnStudy, showsForm: Bool) {
        study = StudyDocument(own.study, own.study.draft, showsForm: showsForm)
        role = own.role
        acts = StudyPolicy.acts(of: own.role)
            .filter { StudyPolicy.states(for: $0).contains(own.study.state) }.map(\.rawValue).sorted()
        missing = own.study.draft.missing.map(\.rawValue)
    }
}

struct StudyActRequest: StrictDocument {
    static let members: Set = ["act"]
    private static let steps: [StudyAct] = [.publish, .open, .close, .archive]

    let act: String

    func checked() throws -> StudyAct {
        if let act = Self.steps.first(where: { $0.rawValue == act }) { return act }
        let names = Self.steps.map(\.rawValue).joined(separator: ", ")
        throw Problem(
            .invalidStudy, errors: [Problem.Detail(pointer: "/act", detail: "This is one of \(names).")])
    }
}

struct StudyRoleRequest: StrictDocument {
    static let members: Set = ["role"]

    let role: String

    func checked() throws -> StudyRole {
        var mistakes = Mistakes(.invalidStudy)
        let role = mistakes.word(role, at: "/role", as: StudyRole.self)
        try mistakes.check()
        guard let role else { preconditionFailure("what was checked has no mistakes") }
        return role
    }
}

struct InvitationRequest: StrictDocument {
    static let members: Set = ["count", "length"]

    let count: Int
    let length: Int?

    func checked() throws -> (count: Int, length: Int) {
        var mistakes = Mistakes(.invalidStudy)
        if !(1...StudyPolicy.mostAtOnce).contains(count) {
            mistakes.note("/count", "This is a number from 1 to \(StudyPolicy.mostAtOnce).")
        }
        let (length, lengths) = (length ?? InvitationCode.usualLength, InvitationCode.lengths)
        if !lengths.contains(length) {
            mistakes.note(
                "/length", "This is a number from \(lengths.lowerBound) to \(lengths.upperBound).")
        }
        try mistakes.check()
        return (count, length)
    }
}

/// A status of the researchers' own, for an invitation.
struct StudyLabelRequest: StrictDocument {
    static let members: Set = ["label"]

    let label: String?

    /// - Returns: The label; `nil` removes what is there.
    func checked() throws -> String? {
        var mistakes = Mistakes(.invalidStudy)
        mistakes.text(label ?? "", within: 0...StudyInvitation.longestLabel, at: "/label")
        try mistakes.check()
        return label.flatMap { $0.isEmpty ? nil : $0 }
    }
}

struct InvitationCodesAnswer: Encodable {
    let codes: [String]
}

struct StudyResearchersAnswer: Encodable {
    struct Researcher: Encodable {
        let name: String
        let role: StudyRole
    }

    let researchers: [Researcher]

    init(_ researchers: [StudyResearcher]) {
        self.researchers = researchers.map { Researcher(name: $0.name, role: $0.role) }
    }
}

/// How many people have each status.
struct StatusCountsDocument: Encodable {
    let invited: Int
    let participating: Int
    let restricted: Int
    let withdrawn: Int

    init(_ counts: [ParticipantStatus: Int]) {
        (invited, participating) = (counts[.invited] ?? 0, counts[.participating] ?? 0)
        (restricted, withdrawn) = (counts[.restricted] ?? 0, counts[.withdrawn] ?? 0)
    }
}

/// A page of a study's invitations.
struct StudyParticipantsAnswer: Encodable {
    struct Participant: Encodable {
        let number: Int64
        let status: ParticipantStatus
        let code: String?
        let pseudonym: String?
        let made: CivilDate
        let joined: CivilDate?
        let left: CivilDate?
        let restricted: CivilDate?
        let answers: Int?
        let latest: CivilDate?
        let label: String?
        let letter: StudyLetter.State?
    }

    let participants: [Participant]
    /// Of all invitations, whatever is asked for.
    let counts: StatusCountsDocument
    /// The value of `after` for the next page.
    let next: Int64?

    init(_ page: [StudyInvitation], counts: [ParticipantStatus: Int], isLast: Bool) {
        self.counts = StatusCountsDocument(counts)
        participants = page.map {
            Participant(
                number: $0.number, status: $0.status, code: $0.code, pseudonym: $0.pseudonym, made: $0.made,
                joined: $0.joined, left: $0.left, restricted: $0.restricted, answers: $0.answers,
                latest: $0.latest, label: $0.label, letter: $0.letter)
        }
        next = isLast ? nil : page.last?.number
    }
}

struct StudyRetentionAnswer: Encodable {
    struct Week: Encodable {
        let monday: CivilDate
        let invited: Int
        let participating: Int
        let restricted: Int
        let withdrawn: Int
        let answering: Int?
    }

    /// How many of those who take part agreed to an optional point.
    struct Option: Encodable {
        let version: Int
        let words: FormWording
        /// `nil` where fewer than `k` people agreed, or fewer than `k` did not.
        let agreed: Int?
    }

    let weeks: [Week]
    let options: [Option]

    init(_ retention: StudyRetention) {
        options = retention.options.map { Option(version: $0.version, words: $0.words, agreed: $0.agreed) }
        weeks = retention.weeks.map { week in
            func count(_ status: ParticipantStatus) -> Int { week.counts[status] ?? 0 }
            return Week(
                monday: week.monday, invited: count(.invited), participating: count(.participating),
                restricted: count(.restricted), withdrawn: count(.withdrawn), answering: week.answering)
        }
    }
}

/// How answers come in, day by day.
struct StudyProgressAnswer: Encodable {
    struct Day: Encodable {
        let day: CivilDate
        let answers: Int?
    }

    let days: [Day]

    init(_ days: [StudyDay]) { self.days = days.map { Day(day: $0.day, answers: $0.answers) } }
}

/// Where answers were given.
struct StudyCellsAnswer: Encodable {
    struct Cell: Encodable {
        let longitude: Double
        let latitude: Double
        let people: Int?
    }

    let cells: [Cell]

    init(_ cells: [StudyCell]) {
        self.cells = cells.map {
            Cell(longitude: $0.middle.longitude, latitude: $0.middle.latitude, people: $0.people)
        }
    }
}

/// A page of looks, the latest first.
struct StudyLooksAnswer: Encodable {
    struct Look: Encodable {
        let kind: StudyLook.Kind
        let at: Date
        let by: String?
        let file: File?
    }

    /// A file that was taken away.
    struct File: Encodable {
        let name: String
        let answers: Int
        let k: Int
        let sha256: String

        init(_ file: TakenStudyFile) {
            (name, answers, k, sha256) = (file.name, file.answers, file.k, file.hash)
        }
    }

    let looks: [Look]
    /// The value of `before` for the next page.
    let next: Int64?

    /// - Parameters:
    ///   - found: The looks, with one more if there are further ones.
    ///   - limit: The most on a page.
    init(_ found: [StudyLookEntry], limit: Int) {
        let page = found.prefix(limit)
        looks = page.map {
            Look(kind: $0.look.kind, at: $0.look.at, by: $0.name, file: $0.file.map(File.init))
        }
        next = page.count < found.count ? page.last?.number : nil
    }
}

/// A page of answers.
struct StudyAnswersAnswer: Encodable {
    let answers: [StudyAnswerDocument]
    /// The value of `after` for the next page.
    let next: String?
}

/// An answer as it is kept.
struct StudyAnswerDocument: Encodable {
    struct Place: Encodable {
        let longitude: Double
        let latitude: Double
    }

    let id: String?
    let pseudonym: String?
    let version: Int
    let form: StudyForm.Name
    let day: CivilDate
    /// For which window of the day, from 1 on; `nil` where the day has one answer.
    let window: Int?
    let given: Date?
    let place: Place?
    let answers: FormAnswers

    init(_ answer: StudyAnswer) {
        (id, pseudonym, version) = (answer.id, answer.pseudonym, answer.version)
        (form, day, window) = (answer.form, answer.day, answer.window)
        (given, answers) = (answer.given, answer.answers)
        place = answer.cell.map { Place(longitude: $0.longitude, latitude: $0.latitude) }
    }
}
