import Authentication
import Foundation
import Sealing

extension Setting {
    /// How people sign in, and how data about them are kept.
    static let people: [Setting] = [
        Setting(
            .identityProviders, "The providers through which people may sign in.", allowed: "a JSON file",
            usual: .words("none")
        ) {
            $0.identityProvidersFile = URL(filePath: $1)
            return true
        },
        Setting(
            .passwordCost, "What a password's hash costs; each 1 is twice the time and memory.",
            allowed: "a whole number from \(PasswordHasher.costs.lowerBound)"
                + " to \(PasswordHasher.costs.upperBound)",
            usual: .value { "\($0.passwordCost)" }
        ) {
            guard let cost = Int($1), PasswordHasher.costs.contains(cost) else { return false }
            $0.passwordCost = cost
            return true
        },
        Setting(
            .dataKeys, "The keys that data about people are sealed under, the current one first.",
            allowed: "64 hexadecimal digits for each key", usual: .words("those of `data-keys-file`")
        ) {
            _ = try KeyRing(text: $1)
            $0.dataKeys = $1
            return true
        },
        Setting(
            .dataKeysFile, "The file that holds these keys, one a line.", allowed: "a file",
            usual: .words("`breathe.keys` beside the database, made at the first start")
        ) {
            $0.dataKeysFile = URL(filePath: $1)
            return true
        },
    ]
}
