import Foundation

/// A text in a person's own words.
package enum HelpText {
    /// Whether a text has at most so many characters, and no control characters but line breaks where they are
    /// allowed.
    package static func isSound(
        _ text: String, within length: ClosedRange<Int>, lines: Bool = false
    ) -> Bool {
        // A character as people count may consist of several code points.
        length.contains(text.count) && text.unicodeScalars.count <= 4 * length.upperBound
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.generalCategory != .control || (lines && scalar == "\n")
            }
    }

    /// A text without what two spellings of the same name may differ in: case, and blanks around it.
    package static func plain(_ text: String) -> String {
        text.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
