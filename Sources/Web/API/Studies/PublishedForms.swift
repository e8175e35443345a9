import Caching
import Forms
import HTTP
import Studies
import Synchronization

/// A form of a published version.
struct PublishedForm: Sendable {
    let name: StudyForm.Name
    let form: Form
    /// When it is asked; `nil` for the main form, whose schedule is one of the study's settings.
    let schedule: StudySchedule?
}

/// The forms of published versions, which never change and so are read once.
final class PublishedForms: Sendable {
    private struct Key: Hashable {
        let study: Study.ID
        let version: Int
    }

    /// Memory for forms: some 40 of 100 questions.
    private static let capacity = 8 << 20
    /// What an item of a form takes with its words and expressions, in bytes.
    private static let itemSize = 2_000

    private let store: any StudyStore
    private let cache = Mutex(BoundedCache<Key, [PublishedForm]>(capacity: capacity))

    init(_ store: any StudyStore) { self.store = store }

    /// The forms of a version, the main one first; none if there is no such version.
    func forms(_ version: Int, of study: Study.ID) async throws -> [PublishedForm] {
        let key = Key(study: study, version: version)
        if let known = cache.withLock({ $0[key] }) { return known }
        guard let content = try await store.version(version, of: study)?.content else { return [] }
        let schedules = Dictionary(
            uniqueKeysWithValues: content.furtherForms.map { ($0.name, $0.schedule) })
        let forms = content.forms.map { name, definition in
            guard let form = try? Form(definition)
            else { preconditionFailure("what is published has forms without mistakes") }
            return PublishedForm(name: name, form: form, schedule: schedules[name])
        }
        precondition(forms.first?.name == .main, "what is published has a main form")
        let items = forms.reduce(0) { $0 + $1.form.elements.count }
        cache.withLock { $0.keep(forms, bytes: items * Self.itemSize, for: key) }
        return forms
    }

    /// A form of a version.
    ///
    /// - Throws: A ``Problem`` if there is no such version, or if it has no such form.
    func form(_ name: String?, in version: Int, of study: Study.ID) async throws -> PublishedForm {
        let forms = try await forms(version, of: study)
        guard let main = forms.first else { throw Problem(.unknownStudy) }
        guard let name else { return main }
        guard let found = forms.first(where: { $0.name.rawValue == name })
        else { throw Problem(.unknownStudyForm) }
        return found
    }
}
