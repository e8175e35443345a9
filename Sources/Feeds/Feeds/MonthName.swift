import Foundation

/// Names of months in the languages of the providers.
enum MonthName {
    /// The names of each month, in lower case and without accents.
    ///
    /// The languages are English, German, French, Italian, Spanish and Basque.
    private static let names: [[String]] = [
        ["january", "januar", "janner", "janvier", "gennaio", "enero", "urtarrila"],
        ["february", "februar", "fevrier", "febbraio", "febrero", "otsaila"],
        ["march", "marz", "maerz", "mrz", "mars", "marzo", "martxoa"],
        ["april", "avril", "aprile", "abril", "apirila"],
        ["may", "mai", "maggio", "mayo", "maiatza"],
        ["june", "juni", "juin", "giugno", "junio", "ekaina"],
        ["july", "juli", "juillet", "luglio", "julio", "uztaila"],
        ["august", "aout", "agosto", "abuztua"],
        ["september", "septembre", "settembre", "septiembre", "setiembre", "iraila"],
        ["october", "oktober", "octobre", "ottobre", "octubre", "urria"],
        ["november", "novembre", "noviembre", "azaroa"],
        ["december", "dezember", "decembre", "dicembre", "diciembre", "abendua"],
    ]

    /// Returns the month 1…12 that a name or the first three or more letters of one mean.
    ///
    /// Returns `nil` if they begin the names of two months.
    static func month(_ text: String) -> Int? {
        let plain = text.lowercased().folding(options: .diacriticInsensitive, locale: nil)
            .trimmingCharacters(in: ["."])
        guard plain.count >= 3 else { return nil }
        if let exact = names.firstIndex(where: { $0.contains(plain) }) { return exact + 1 }
        let months = names.indices.filter { month in names[month].contains { $0.hasPrefix(plain) } }
        return months.count == 1 ? months[0] + 1 : nil
    }
}
