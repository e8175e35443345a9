package import Allergens
package import Forms
package import Foundation
package import Geography

/// What somebody who was invited is in a study.
package enum ParticipantStatus: String, CaseIterable, Sendable, Codable {
    /// The code was not used yet.
    case invited
    case participating
    /// A researcher has ended it.
    case restricted
    /// The person has ended it, or the account is gone.
    case withdrawn
}

/// A line of a study's table of participants: an invitation, and what became of it.
package struct StudyInvitation: Hashable, Sendable {
    /// The most characters of a label.
    package static let longestLabel = 60
    package let number: Int64
    /// The code, as long as nobody has used it.
    package let code: String?
    /// The name under which the answers of a person stand; `nil` before somebody joins, and after the account is
    /// deleted.
    package let pseudonym: String?
    package let made: CivilDate
    package let joined: CivilDate?
    package let left: CivilDate?
    package let restricted: CivilDate?
    /// `nil` where answers belong to nobody.
    package let answers: Int?
    /// The day of the latest answer.
    package let latest: CivilDate?
    /// A status of the researchers' own.
    package let label: String?
    /// What became of the letter by which it was sent; `nil` if it was not mailed.
    package let letter: StudyLetter.State?

    package init(
        number: Int64, code: String?, pseudonym: String?, made: CivilDate, joined: CivilDate? = nil,
        left: CivilDate? = nil, restricted: CivilDate? = nil, answers: Int? = nil, latest: CivilDate? = nil,
        label: String? = nil, letter: StudyLetter.State? = nil
    ) {
        (self.number, self.code, self.pseudonym) = (number, code, pseudonym)
        (self.made, self.joined, self.left, self.restricted) = (made, joined, left, restricted)
        (self.answers, self.latest, self.label, self.letter) = (answers, latest, label, letter)
    }

    package var status: ParticipantStatus { course.status(at: nil) }

    package var course: StudyCourse {
        StudyCourse(made: made, joined: joined, left: left, restricted: restricted)
    }
}

/// Which lines of a study's table of participants somebody wants to see.
package struct StudyInvitationFilter: Hashable, Sendable {
    /// All of them.
    package static let all = StudyInvitationFilter()
    /// Those of a status; `nil` for all.
    package let status: ParticipantStatus?
    /// Those of a label, whether in capital letters or not; `nil` for all.
    package let label: String?

    package init(status: ParticipantStatus? = nil, label: String? = nil) {
        (self.status, self.label) = (status, label)
    }

    /// Whether a line is among them.
    package func holds(_ invitation: StudyInvitation) -> Bool {
        (status == nil || status == invitation.status)
            && (label == nil || label?.lowercased() == invitation.label?.lowercased())
    }
}

/// What somebody agrees to in order to take part.
package struct StudyAgreement: Hashable, Sendable {
    /// The most characters of a name.
    package static let longestName = 200
    /// The most characters of a drawn signature, as the path of an SVG.
    package static let longestSignature = 50_000
    package let version: Int
    /// The language in which the text was read.
    package let language: String
    package let name: String?
    package let signature: String?
    /// Whether each of ``StudyContent/options`` is agreed to.
    package let options: [Bool]

    package init(
        version: Int, language: String, name: String?, signature: String?, options: [Bool] = []
    ) {
        (self.version, self.language, self.name, self.signature) = (version, language, name, signature)
        self.options = options
    }
}

/// An agreement that was given.
package struct StudyConsent: Hashable, Sendable {
    package let agreement: StudyAgreement
    package let given: Date

    package init(_ agreement: StudyAgreement, given: Date) {
        (self.agreement, self.given) = (agreement, given)
    }
}

/// Somebody's part in a study, as they see it.
package struct StudyParticipation: Sendable {
    package let study: Study
    package let status: ParticipantStatus
    /// `nil` where answers belong to nobody.
    package let pseudonym: String?
    /// The day where the person was.
    package let joined: CivilDate
    package let left: CivilDate?
    /// The oldest first.
    package let consents: [StudyConsent]
    /// The answers that are known to be this person's, the oldest first.
    package let answers: [StudyAnswer]
    /// The person's latest answer to each form that has any, in this part or another one of the study; empty where answers belong
    /// to nobody.
    package let latest: [StudyForm.Name: StudyLatestAnswer]
    /// When researchers looked at these answers, the latest first.
    package let looks: [StudyLook]
    /// What researchers have noted of the person.
    package let label: String?
    package let reminding: StudyReminding
    /// What researchers wrote while the person took part, the latest first.
    package let messages: [StudyMessage]

    package init(
        study: Study, status: ParticipantStatus, pseudonym: String?, joined: CivilDate, left: CivilDate?,
        consents: [StudyConsent], answers: [StudyAnswer], latest: [StudyForm.Name: StudyLatestAnswer] = [:],
        looks: [StudyLook], label: String? = nil,
        reminding: StudyReminding = StudyReminding(isOn: true, sent: 0), messages: [StudyMessage] = []
    ) {
        (self.study, self.status, self.pseudonym) = (study, status, pseudonym)
        (self.joined, self.left, self.consents) = (joined, left, consents)
        (self.answers, self.latest, self.looks, self.label) = (answers, latest, looks, label)
        (self.reminding, self.messages) = (reminding, messages)
    }
}

/// An answer that somebody sends, judged by the form.
package struct StudyAnswerDraft: Sendable {
    package let version: Int
    package let moment: FormMoment
    package let place: Coordinate?
    package let answers: FormAnswers
    /// Which form of the study is answered.
    package let form: StudyForm.Name
    /// When this version asks the form; `nil` for the main one, whose schedule is the study's.
    private let schedule: StudySchedule?

    package init(
        version: Int, moment: FormMoment, place: Coordinate?, answers: FormAnswers,
        form: StudyForm.Name = .main, schedule: StudySchedule? = nil
    ) {
        (self.version, self.moment, self.place, self.answers) = (version, moment, place, answers)
        (self.form, self.schedule) = (form, schedule)
    }

    /// When the form is asked in a study with some settings.
    package func schedule(in settings: StudySettings) -> StudySchedule { schedule ?? settings.schedule }

    /// For which window of its day it is given, from 1 on; `nil` where the form has one answer a day.
    package func window(in settings: StudySettings) -> Int? {
        schedule(in: settings).window(at: moment.minute)
    }
}

/// An answer as it is kept.
package struct StudyAnswer: Hashable, Sendable, Identifiable {
    /// `nil` for the author where answers belong to nobody, as researchers see it, too.
    package let id: String?
    /// `nil` where answers belong to nobody.
    package let pseudonym: String?
    package let version: Int
    package let form: StudyForm.Name
    package let day: CivilDate
    /// For which window of the day it was given, from 1 on; `nil` where the day had one answer.
    package let window: Int?
    /// When it was given; `nil` where answers belong to nobody.
    package let given: Date?
    /// The middle of the cell in which it was given.
    package let cell: Coordinate?
    package let answers: FormAnswers

    package init(
        id: String?, pseudonym: String?, version: Int, form: StudyForm.Name = .main, day: CivilDate,
        window: Int? = nil, given: Date?, cell: Coordinate?, answers: FormAnswers
    ) {
        (self.id, self.pseudonym, self.version) = (id, pseudonym, version)
        (self.day, self.window) = (day, window)
        (self.form, self.given, self.cell, self.answers) = (form, given, cell, answers)
    }

    /// What it is one answer of: a form on a day, or in a window of it.
    package var occasion: Occasion { Occasion(form: form, day: day, window: window) }

    /// What researchers see of where it was given.
    package var sight: Sight { Sight(pseudonym: pseudonym, place: place) }

    /// Which form was answered, when and where.
    fileprivate var place: Place { Place(occasion: occasion, cell: cell) }

    /// The answer as researchers see it: with its day and no hour, and with its cell only if enough people share it.
    ///
    /// - Parameter shared: What researchers see of cells, as ``StudyCell/shared(by:k:mode:names:)`` tells.
    /// - Returns: The answer.
    package func seen(in shared: Set<Sight>) -> StudyAnswer {
        StudyAnswer(
            id: id, pseudonym: pseudonym, version: version, form: form, day: day, window: window, given: nil,
            cell: shared.contains(sight) ? cell : nil, answers: answers)
    }
}

extension StudyAnswer {
    /// A form on a day, or in a window of it, to which everybody gives one answer.
    package struct Occasion: Hashable, Sendable {
        package let form: StudyForm.Name
        package let day: CivilDate
        package let window: Int?

        package init(form: StudyForm.Name = .main, day: CivilDate, window: Int? = nil) {
            (self.form, self.day, self.window) = (form, day, window)
        }
    }

    fileprivate struct Place: Hashable, Sendable {
        let occasion: Occasion
        let cell: Coordinate?
    }

    /// A form that somebody answered on a day in a cell; nobody is named where answers belong to nobody.
    package struct Sight: Hashable, Sendable {
        fileprivate let pseudonym: String?
        fileprivate let place: Place
    }
}

/// Some answers of a study, by day.
package struct StudyAnswerPage: Sendable {
    /// After which answer a page begins; that answer may be erased meanwhile.
    package struct Place: Hashable, Sendable {
        /// Days since 1970 that ``text`` has, of at most six digits.
        private static let days = 0...999_999
        package let day: CivilDate
        package let id: String

        package init(day: CivilDate, id: String) { (self.day, self.id) = (day, id) }

        /// Reads what ``text`` wrote; `nil` if it is something else.
        package init?(_ text: String) {
            let parts = text.split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let day = Int(parts[0]), Self.days.contains(day) else { return nil }
            self.init(day: CivilDate(daysSinceEpoch: day), id: String(parts[1]))
        }

        /// The day since 1970, and the identifier.
        package var text: String { "\(day.daysSinceEpoch)-\(id)" }
    }

    package let answers: [StudyAnswer]
    /// Where the next page begins; `nil` on the last.
    package let next: Place?

    package init(_ answers: [StudyAnswer], next: Place?) { (self.answers, self.next) = (answers, next) }
}

/// A cell in which answers were given.
package struct StudyCell: Hashable, Sendable {
    /// Its middle.
    package let middle: Coordinate
    /// How many people answered there; `nil` below ``StudySettings/k``.
    package let people: Int?

    package init(_ middle: Coordinate, people: Int?) { (self.middle, self.people) = (middle, people) }

    /// Counts people by cell: most people first, and among those that are too few by place.
    ///
    /// Where answers belong to nobody, the most answers of one day to one form count, or of one window of it, because everybody
    /// gives one of these, and cells with too few are left out.
    ///
    /// - Parameters:
    ///   - answers: Answers with the cells in which they were given.
    ///   - k: The least number that is told.
    ///   - mode: Whether answers belong to people.
    ///   - names: One name for all pseudonyms of a person who joined more than once, by pseudonym.
    /// - Returns: The cells.
    package static func count(
        _ answers: [StudyAnswer], k: Int, mode: Study.Mode, names: [String: String] = [:]
    ) -> [StudyCell] {
        let counts =
            switch mode {
            case .linked: authors(of: answers, names)
            case .unlinked: mostOfADay(answers).filter { $0.value >= k }
            }
        return counts.map { StudyCell($0, people: $1 < k ? nil : $1) }.sorted {
            ($1.people ?? 0, $0.middle.latitude, $0.middle.longitude)
                < ($0.people ?? 0, $1.middle.latitude, $1.middle.longitude)
        }
    }

    /// What researchers see of the cells of answers.
    ///
    /// A pseudonym joins the answers of a day to several forms. So the cells of somebody are shown if at least `k` people
    /// answered the same forms in the same cells on that day, and no other ones. Where answers belong to nobody, a cell is
    /// shown for a day and a form that `k` people answered there.
    ///
    /// - Parameters:
    ///   - answers: All answers of these days, with the cells that researchers see.
    ///   - k: The fewest people.
    ///   - mode: Whether answers belong to people.
    ///   - names: One name for all pseudonyms of a person who joined more than once, by pseudonym.
    /// - Returns: Who is seen where, by form and day.
    package static func shared(
        by answers: [StudyAnswer], k: Int, mode: Study.Mode, names: [String: String] = [:]
    ) -> Set<StudyAnswer.Sight> {
        let told =
            switch mode {
            case .linked:
                Dictionary(grouping: answers, by: \.day).values.flatMap { alike($0, k: k, names) }
            case .unlinked:
                Dictionary(grouping: answers, by: \.place).values.filter { $0.count >= k }.flatMap(\.self)
            }
        return Set(told.map(\.sight))
    }

    /// The answers of a day of those who gave them as at least `k` people did: to the same forms, in the same cells.
    private static func alike(_ answers: [StudyAnswer], k: Int, _ names: [String: String]) -> [StudyAnswer] {
        let people = Dictionary(grouping: answers) { answer in
            (answer.pseudonym ?? answer.id).map { names[$0] ?? $0 }
        }
        let groups = Dictionary(grouping: people.values) { Set($0.map(\.place)) }
        return groups.values.filter { $0.count >= k }.flatMap { $0.flatMap(\.self) }
    }

    private static func authors(
        of answers: [StudyAnswer], _ names: [String: String]
    ) -> [Coordinate: Int] {
        var people: [Coordinate: Set<String>] = [:]
        for answer in answers {
            guard let cell = answer.cell, let author = answer.pseudonym ?? answer.id else { continue }
            people[cell, default: []].insert(names[author] ?? author)
        }
        return people.mapValues(\.count)
    }

    private static func mostOfADay(_ answers: [StudyAnswer]) -> [Coordinate: Int] {
        var days: [Coordinate: [StudyAnswer.Occasion: Int]] = [:]
        for answer in answers {
            guard let cell = answer.cell else { continue }
            days[cell, default: [:]][answer.occasion, default: 0] += 1
        }
        return days.mapValues { $0.values.max() ?? 0 }
    }
}
