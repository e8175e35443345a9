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
