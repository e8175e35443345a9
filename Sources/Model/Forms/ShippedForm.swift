import Foundation

/// The forms that ship with the program, by their ids.
///
/// Their workbooks are in `Tests/Workbooks`, and for researchers, who can start with them, in the site's
/// `shipped-forms.json`.
package enum ShippedForm: String, CaseIterable, Sendable {
    /// How much hay fever disturbed a day, on the nose, the eyes, the throat and the ears.
    case hayFeverDay = "hay-fever-day"

    package var form: Form {
        do {
            let json = Data(EmbeddedFiles["Resources/\(rawValue).json"])
            return try Form(JSONDecoder().decode(FormDefinition.self, from: json))
        } catch {
            preconditionFailure("the form \(rawValue) that ships cannot be read: \(error)")
        }
    }
}
