import Feeds
package import Foundation
package import Site
import Trips

/// The folder of an operator's own factors for the greenhouse gases of travelling: files in CSV under any name that ends in
/// `.csv`, each factor in a row of its own.
package struct CarbonFiles: Sendable {
    /// The most bytes of a file: thousands of factors.
    private static let mostBytes = 1 << 20
    /// The most grams for a kilometre: a large car has 300, a flight of an hour in first class 900.
    private static let mostGrams = 5_000.0
    private static let years = 1990...2100
    /// The most characters of a source, a licence or an address.
    private static let longest = 300
    /// The modes that burn something.
    private static let modes: [TravelMode] = [.car, .bus, .train, .metro, .plane]

    private static let columns = ["country", "mode", "grams_per_km", "per", "year", "source", "licence"]
    private static let furtherColumns = ["licence_url", "taken_from"]

    private let folder: URL

    package init(_ folder: URL) { self.folder = folder }

    private var files: [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "csv" }.sorted { $0.path < $1.path }
    }

    /// Reads the factors, and adds them to those that are built in; `nil` if the folder has none.
    ///
    /// - Throws: `ConfigurationMistake` that names the file and the line, if one cannot be read or says something twice.
    package func factors() throws -> CarbonFactors? {
        var factors: [CarbonFactors.Factor] = []
        var licences: [String: String] = [:]
        for file in files {
            for row in try rows(of: file) {
                let factor = try factor(in: row, of: file)
                guard !factors.contains(where: { $0.stands(for: factor) }) else {
                    throw mistake(in: file, row, "has a second factor of this country, mode and year")
                }
                if let text = try text(ofLicenceIn: row, of: file) { licences[factor.licence] = text }
                guard (licences[factor.licence] ?? CarbonFactors.builtIn.licences[factor.licence]) != nil
                else {
                    throw mistake(in: file, row, "needs licence_url for the licence \(factor.licence)")
                }
                factors.append(factor)
            }
        }
        return factors.isEmpty ? nil : CarbonFactors.builtIn.adding(factors, licensedAt: licences)
    }

    /// Describes the factors in words.
    package func summary() throws -> String {
        guard let factors = try factors() else {
            return "\(CarbonFactors.builtIn.factors.count), all of them built in"
        }
        return "\(factors.factors.count), with those in \(folder.path)"
    }

    private func rows(of file: URL) throws -> [TextTable.Row] {
        let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
        guard let size, size <= Self.mostBytes, let bytes = try? Data(contentsOf: file) else {
            throw mistake(in: file, "cannot be read, or has more than \(Self.mostBytes >> 20) MiB")
        }
        do {
            return try TextTable(
                Array(bytes), required: Self.columns, optional: Self.furtherColumns
            ).rows
        } catch {
            throw mistake(in: file, "cannot be read: \(error.sentence)")
        }
    }

    private func factor(in row: TextTable.Row, of file: URL) throws -> CarbonFactors.Factor {
        guard let country = row["country"], country.wholeMatch(of: /[A-Z]{2}/) != nil else {
            throw mistake(in: file, row, "needs a country of two capital letters")
        }
        guard let mode = row["mode"].flatMap(TravelMode.init(rawValue:)), Self.modes.contains(mode) else {
            let names = Self.modes.map(\.rawValue).joined(separator: ", ")
            throw mistake(in: file, row, "needs a mode, one of \(names)")
        }
        guard let grams = row["grams_per_km"].flatMap(Double.init), (0...Self.mostGrams).contains(grams)
        else {
            throw mistake(in: file, row, "needs grams_per_km from 0 to \(Int(Self.mostGrams))")
        }
        guard let unit = row["per"].flatMap(CarbonFactors.Factor.Unit.init(rawValue:)) else {
            throw mistake(in: file, row, "needs per, which is passenger or vehicle")
        }
        guard let year = row["year"].flatMap({ Int($0) }), Self.years.contains(year) else {
            throw mistake(in: file, row, "needs a year from \(Self.years.lowerBound) on")
        }
        return CarbonFactors.Factor(
            country: country, mode: mode.rawValue, gramsPerKilometre: grams, per: unit, year: year,
            licence: try words("licence", in: row, of: file), source: try words("source", in: row, of: file),
            takenFrom: row["taken_from"])
    }

    private func words(_ column: String, in row: TextTable.Row, of file: URL) throws -> String {
        guard let words = row[column], words.count <= Self.longest else {
            throw mistake(in: file, row, "needs \(column) with at most \(Self.longest) characters")
        }
        return words
    }

    /// The address of the text of a row's licence, if it has one.
    private func text(ofLicenceIn row: TextTable.Row, of file: URL) throws -> String? {
        guard let address = row["licence_url"] else { return nil }
        guard address.count <= Self.longest, let url = URL(string: address), url.scheme == "https",
            url.host()?.isEmpty == false
        else { throw mistake(in: file, row, "needs a licence_url that begins with https://") }
        return address
    }

    private func mistake(in file: URL, _ row: TextTable.Row, _ reason: String) -> ConfigurationMistake {
        ConfigurationMistake("line \(row.line) of the carbon factors \(file.path) \(reason)")
    }

    private func mistake(in file: URL, _ reason: String) -> ConfigurationMistake {
        ConfigurationMistake("the file of carbon factors \(file.path) \(reason)")
    }
}
