import Allergens
import Foundation
import HTTP
import Help

/// What is said of a document, as it is sent.
struct DocumentDetailsRequest: StrictDocument {
    static let members: Set = ["title", "kind", "date", "offline"]

    let title: String
    let kind: String
    let date: String?
    let offline: Bool

    /// The details, if all of them are valid.
    ///
    /// - Throws: One ``Problem`` that names every mistake.
    func checked() throws -> PersonalDocument.Details {
        var mistakes = Mistakes(.invalidRecord)
        mistakes.text(title, within: 0...PersonalDocument.Details.titleLength, at: "/title")
        let kind = mistakes.word(kind, at: "/kind", as: PersonalDocument.Kind.self)
        let date = mistakes.day(date, at: "/date")
        try mistakes.check()
        return PersonalDocument.Details(title: title, kind: kind ?? .other, date: date, isOffline: offline)
    }
}

/// A document without its file.
struct DocumentAnswer: Encodable {
    let id: String
    let title: String
    let kind: PersonalDocument.Kind
    let date: CivilDate?
    let offline: Bool
    let type: PersonalDocument.Format
    let size: Int
    let created: Date
    let changed: Date

    init(_ document: PersonalDocument) {
        (id, type, size) = (document.id.rawValue, document.format, document.size)
        (created, changed) = (document.created, document.changed)
        let details = document.details
        (title, kind, date, offline) = (details.title, details.kind, details.date, details.isOffline)
    }
}

/// All documents of a person, and the room for them.
struct DocumentListAnswer: Encodable {
    let documents: [DocumentAnswer]
    /// The bytes of all files.
    let used: Int
    let budget = PersonalDocument.budget

    init(_ documents: [PersonalDocument]) {
        self.documents = documents.map(DocumentAnswer.init)
        used = documents.reduce(0) { $0 + $1.size }
    }
}
