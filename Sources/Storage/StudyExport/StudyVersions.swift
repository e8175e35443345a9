import Forms
import Foundation
import Studies

/// The published versions of a study, and the forms under which answers came.
struct StudyVersions {
    /// A form in a version of the study.
    struct Edition: Hashable, Sendable {
        let version: Int
        /// What the study calls the form.
        let form: String
    }

    /// The forms in their order, each once where versions changed only words; versions of one form stand together.
    private(set) var forms: [FormDefinition] = []
    /// What the study calls each of ``forms``.
    private(set) var names: [String] = []
    /// All editions, those of one form together.
    private(set) var editions: [Edition] = []
    /// The numbers of the versions of ``editions`` as texts, which are made once and not for each answer.
    private(set) var numbers: [String] = []
    /// The places in ``forms`` of ``editions``.
    private(set) var formPlaces: [Int] = []
    /// The places in ``editions``.
    private(set) var places: [Edition: Int32] = [:]
    /// What these versions ask of a day; of the main form, whose schedule is in no version, one answer.
    private(set) var slots: Set<StudySlot> = []

    init(of study: Int64, by runner: any QueryRunner) throws {
        let request: Query =
            "SELECT version, content FROM studyVersion WHERE study = \(study) ORDER BY version"
        var (order, published): ([String], [String: [(version: Int, form: FormDefinition)]]) = ([], [:])
        for row in try runner.rows(request) {
            let (version, content): (Int, String) = (try row["version"], try row["content"])
            let read = try StudyRow.content(content)
            slots.formUnion(read.slots(main: .daily))
            for (name, form) in read.forms {
                if published[name.rawValue] == nil { order.append(name.rawValue) }
                published[name.rawValue, default: []].append((version, form))
            }
        }
        for name in order {
            for (version, form) in published[name] ?? [] { add(form, Edition(version: version, form: name)) }
        }
    }

    private mutating func add(_ form: FormDefinition, _ edition: Edition) {
        if names.last != edition.form || forms.last != form {
            forms.append(form)
            names.append(edition.form)
        }
        places[edition] = Int32(editions.count)
        editions.append(edition)
        numbers.append(String(edition.version))
        formPlaces.append(forms.count - 1)
    }

    /// The place in ``forms`` of an edition.
    func form(of edition: Edition) -> Int? { places[edition].map { formPlaces[Int($0)] } }

    /// The numbers of the versions that have each of the forms.
    var numbersByForm: [[Int]] {
        forms.indices.map { form in
            editions.indices.filter { formPlaces[$0] == form }.map { editions[$0].version }
        }
    }

    /// Whether any form has questions that are asked several times.
    var haveRepeats: Bool { forms.contains { $0.items.contains(where: Self.hasRepeats) } }

    private static func hasRepeats(_ item: FormItem) -> Bool {
        item.kind == .repeat || (item.items ?? []).contains(where: hasRepeats)
    }
}
