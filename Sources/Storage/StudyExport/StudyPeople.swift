import Forms
import Foundation
import Studies

/// Who takes part in a study.
struct StudyPeople {
    struct Part {
        let number: Int64
        /// From 0 on, and the same for all parts of an account: who joined twice is one person of a group.
        let person: Int
        let pseudonym: String
    }

    private(set) var parts: [Part] = []
    /// The places in ``parts`` by the numbers of the parts.
    private(set) var places: [Int64: Int32] = [:]

    init(of study: Int64, in runner: any QueryRunner) throws {
        let query: Query = """
            SELECT number, account, pseudonym FROM studyParticipant WHERE study = \(study) ORDER BY number
            """
        var people: [Int64: Int] = [:]
        for row in try runner.rows(query) {
            let (number, account): (Int64, Int64) = (try row["number"], try row["account"])
            let person = people[account] ?? people.count
            people[account] = person
            places[number] = Int32(parts.count)
            parts.append(Part(number: number, person: person, pseudonym: try row["pseudonym"]))
        }
    }

    /// The person whose part it is.
    func person(of part: Int64) -> Int? { places[part].map { parts[Int($0)].person } }

    /// A name for each person by pseudonym: the first of the person's pseudonyms.
    var names: [String: String] {
        var first: [Int: String] = [:]
        for part in parts where first[part.person] == nil { first[part.person] = part.pseudonym }
        return Dictionary(
            uniqueKeysWithValues: parts.map { ($0.pseudonym, first[$0.person] ?? $0.pseudonym) })
    }

    /// The numbers of the parts of some people.
    func parts(of people: Set<Int>) -> [Int64] { parts.filter { people.contains($0.person) }.map(\.number) }
}

/// The published versions of a study, and the forms under which answers came.
struct StudyVersions {
    /// The forms in their order, each once where versions changed only words.
    private(set) var forms: [FormDefinition] = []
    /// The places in ``forms`` by the numbers of the versions.
    private(set) var places: [Int: Int] = [:]
    /// The numbers of the versions as texts, which are made once and not for each answer.
    private(set) var names: [Int: String] = [:]

    init(of study: Int64, by runner: any QueryRunner) throws {
        let request: Query =
            "SELECT version, content FROM studyVersion WHERE study = \(study) ORDER BY version"
        for row in try runner.rows(request) {
            guard let form = try StudyRow.content(try row["content"]).form
            else { preconditionFailure("what is published has a form") }
            let version: Int = try row["version"]
            if forms.last != form { forms.append(form) }
            (places[version], names[version]) = (forms.count - 1, String(version))
        }
    }

    /// The numbers of the versions that have each of the forms.
    var numbersByForm: [[Int]] {
        forms.indices.map { form in places.filter { $0.value == form }.keys.sorted() }
    }

    /// Whether any form has questions that are asked several times.
    var haveRepeats: Bool { forms.contains { $0.items.contains(where: Self.hasRepeats) } }

    private static func hasRepeats(_ item: FormItem) -> Bool {
        item.kind == .repeat || (item.items ?? []).contains(where: hasRepeats)
    }
}
