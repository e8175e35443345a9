import Foundation

/// A text in a person's own words.
package enum HelpText {
    /// Whether a text has so many characters, and no control characters but line breaks where they are allowed.
    ///
    /// Characters are code points, as those of `maxLength` in the API's definition.
    package static func isSound(
        _ text: String, within length: ClosedRange<Int>, lines: Bool = false
    ) -> Bool {
        length.contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.generalCategory != .control || (lines && scalar == "\n")
            }
    }

    /// A text without what two spellings of the same name may differ in: case, and blanks around it.
    package static func plain(_ text: String) -> String {
        text.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
