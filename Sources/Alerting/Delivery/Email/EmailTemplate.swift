import Alerts
import Allergens
import Foundation
import Localisation
import People

/// What stands in an e-mail, and how it looks as text; its HTML is in a file of its own.
struct EmailTemplate {
    /// A sentence with an address in it, such as "Details: https://…".
    struct Link {
        let sentence: String
        let address: String

        /// The sentence without the address: what stands on a button.
        var label: String {
            let rest = sentence.replacing(address, with: "")
            return rest.trimmingCharacters(in: CharacterSet(charactersIn: ":").union(.whitespaces))
        }
    }

    /// How bad an alert is, at a glance.
    struct Mark {
        let level: Level?
        /// The level in words; `nil` when there is none to tell.
        let word: String?
        /// Where there is more to read of this alert.
        let link: String

        init(_ alert: Alert, _ phrasebook: MessageCatalogue, link: String) {
            word = phrasebook.mark(of: alert)
            level = word == nil ? nil : alert.level
            self.link = link
        }
    }

    let language: Language
    let letter: MailText
    /// Those of the letter's entries, or of the only alert that it tells of.
    let marks: [Mark]
    let action: Link?
    /// What stands below everything, small.
    let footer: Link?

    init(
        language: Language, letter: MailText, marks: [Mark] = [], action: Link? = nil, footer: Link? = nil
    ) {
        self.language = language
        self.letter = letter
        self.marks = marks
        self.action = action
        self.footer = footer
    }

    /// Everything as plain text, complete in itself.
    var text: String {
        var blocks = [letter.subject] + letter.paragraphs
        if let action { blocks.append(action.sentence) }
        if let footer { blocks += ["-- ", footer.sentence] }
        // The line of two hyphens is the usual mark of a signature, and has its text right below.
        return blocks.joined(separator: "\n\n").replacing("-- \n\n", with: "-- \n") + "\n"
    }
}
