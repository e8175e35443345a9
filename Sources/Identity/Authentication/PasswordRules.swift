import Foundation
import People

/// The rules that a new password must satisfy.
enum PasswordRules {
    /// Returns the normal form in which passwords are counted, compared and hashed.
    ///
    /// The same keystrokes thus give the same password on every machine (NIST SP 800-63B, 3.1.1.2; NFKC of
    /// Unicode's annex 15).
    static func normal(_ password: String) -> String { password.precomposedStringWithCompatibilityMapping }

    /// Returns the objection to a new password, or `nil` if it is acceptable.
    ///
    /// - Parameters:
    ///   - password: The password in its normal form.
    ///   - names: The name and the address of the account's owner.
    /// - Returns: What is wrong with the password.
    static func objection(to password: String, names: [String]) -> PasswordObjection? {
        let length = password.unicodeScalars.count
        if length < AccountRules.passwordLengths.lowerBound { return .tooShort }
        if length > AccountRules.passwordLengths.upperBound { return .tooLong }
        let plain = password.lowercased()
        if CommonPasswords.contains(plain) { return .common }
        let own = names.flatMap { [$0.lowercased(), String($0.lowercased().prefix { $0 != "@" })] }
        return own.contains(plain) ? .likeName : nil
    }
}

/// Common passwords that reach the minimum length.
///
/// They come from the `passwords` list of zxcvbn 4.5.0 (Python port by Daniel Wolf, MIT licence, after
/// Dropbox's zxcvbn): those with 8 characters or more, in lower case.
enum CommonPasswords {
    private static let all = Set(
        String(decoding: EmbeddedFiles["Resources/common-passwords.txt"], as: UTF8.self).split(
            separator: "\n"
        )
        .filter { !$0.hasPrefix("#!") }.map(String.init))

    static var count: Int { all.count }

    /// Whether a lower-case text is a common password.
    static func contains(_ text: String) -> Bool { all.contains(text) }
}
