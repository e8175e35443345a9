import Caching
import Forms
import Studies
import Synchronization

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
    private let cache = Mutex(BoundedCache<Key, Form>(capacity: capacity))

    init(_ store: any StudyStore) { self.store = store }

    /// The form of a version; `nil` if there is no such version.
    func form(_ version: Int, of study: Study.ID) async throws -> Form? {
        let key = Key(study: study, version: version)
        if let known = cache.withLock({ $0[key] }) { return known }
        guard let published = try await store.version(version, of: study) else { return nil }
        guard let definition = published.content.form, let form = try? Form(definition)
        else { preconditionFailure("what is published has a form without mistakes") }
        cache.withLock { $0.keep(form, bytes: form.elements.count * Self.itemSize, for: key) }
        return form
    }
}
