package import Allergens
package import Foundation

/// A paper that a person keeps: a photograph or a PDF of a plan, a letter or a prescription.
///
/// What was kept is never replaced: a new version is another document.
package struct PersonalDocument: Hashable, Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package enum Kind: String, CaseIterable, Codable, Sendable {
        case plan, letter, prescription, test, other
    }

    /// The form of a file, by its media type.
    package enum Format: String, CaseIterable, Codable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webP = "image/webp"
        case pdf = "application/pdf"

        /// The usual end of a file's name.
        package var suffix: String {
            switch self {
            case .jpeg: "jpg"
            case .png: "png"
            case .webP: "webp"
            case .pdf: "pdf"
            }
        }
    }

    /// What a person says of a document, and may change.
    package struct Details: Codable, Hashable, Sendable {
        /// The most characters of a title.
        package static let titleLength = 120
        /// What is said of a document at first.
        package static let initial = Details(title: "", kind: .other, date: nil, isOffline: false)

        package let title: String
        package let kind: Kind
        /// The day that the document bears.
        package let date: CivilDate?
        /// Whether the person's devices keep a copy, to be read without a network.
        package let isOffline: Bool

        package init(title: String, kind: Kind, date: CivilDate?, isOffline: Bool) {
            (self.title, self.kind, self.date, self.isOffline) = (title, kind, date, isOffline)
        }
    }

    /// The most documents of a person.
    package static let limit = 40
    /// The largest file in bytes, as it is sent and as it is kept: a letter of several scanned pages.
    package static let fileSize = 10 << 20
    /// The most bytes of all files of a person.
    package static let budget = 100 << 20

    package let id: ID
    package let format: Format
    /// The size of the file in bytes.
    package let size: Int
    package let created: Date
    package let changed: Date
    package let details: Details

    package init(id: ID, format: Format, size: Int, created: Date, changed: Date, details: Details) {
        (self.id, self.format, self.size) = (id, format, size)
        (self.created, self.changed, self.details) = (created, changed, details)
    }
}

/// A file that may be kept, without what the camera has added.
package struct CleanedFile: Hashable, Sendable {
    package let format: PersonalDocument.Format
    package let content: Data

    package init(_ format: PersonalDocument.Format, _ content: Data) {
        (self.format, self.content) = (format, content)
    }
}

/// Why a document was not kept.
package enum DocumentRefusal: Error, Hashable, Sendable {
    /// The person keeps ``PersonalDocument/limit`` documents.
    case tooMany
    /// The file does not fit into ``PersonalDocument/budget`` any more; so many bytes of it are used.
    case full(used: Int)
}
