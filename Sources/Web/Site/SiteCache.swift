import Foundation
import Synchronization

/// Holds the site, assembled on first use.
///
/// A site from a folder is assembled again whenever one of its files changes, for development.
final class SiteCache: Sendable {
    private struct Kept {
        let stamp: [String: Date]
        let site: AssembledSite
    }

    private let folder: URL?
    private let leaflet: URL
    /// Sentences that take the place of those that are built in.
    private let medicalWords: MedicalWords?
    /// Factors that take the place of those that are built in.
    private let carbon: CarbonFactors?
    private let offer: SiteOffer
    /// The public address of the service, if it has one.
    private let address: String?
    private let kept = Mutex<Kept?>(nil)
    /// Sites from built-in sources for all services in this process.
    private static let builtIn = Mutex<[BuiltIn: AssembledSite]>([:])

    /// What tells sites from built-in sources apart.
    private struct BuiltIn: Hashable {
        let leaflet: URL
        let address: String?
    }

    /// - Parameters:
    ///   - folder: The folder with the sources; `nil` uses the built-in ones.
    ///   - leaflet: The folder with Leaflet.
    ///   - medicalWords: Sentences that take the place of those of the sources.
    ///   - carbon: Factors that take the place of those of the sources.
    ///   - offer: Which pages are offered.
    ///   - address: The public address of the service, if it has one.
    init(
        folder: URL?, leaflet: URL, medicalWords: MedicalWords? = nil, carbon: CarbonFactors? = nil,
        offer: SiteOffer = SiteOffer(), address: String? = nil
    ) {
        (self.folder, self.leaflet, self.medicalWords) = (folder, leaflet, medicalWords)
        (self.carbon, self.offer, self.address) = (carbon, offer, address)
    }

    /// The current site.
    ///
    /// - Throws: `SiteMistake`, or an error from reading the folder.
    var site: AssembledSite {
        get throws {
            guard let folder else { return try builtIn }
            return try kept.withLock { kept in
                let files = try Self.files(in: folder)
                let stamp = try Self.stamp(of: files)
                if let kept, kept.stamp == stamp { return kept.site }
                let sources = try files.mapValues { [UInt8](try Data(contentsOf: $0)) }
                let words = try medicalWords ?? Self.words(in: folder, among: sources.keys)
                let site = try assembled(words.joined(to: sources))
                kept = Kept(stamp: stamp, site: site)
                return site
            }
        }
    }

    private var builtIn: AssembledSite {
        get throws {
            if medicalWords != nil || carbon != nil || !offer.isWhole {
                return try own(medicalWords ?? .builtIn)
            }
            return try Self.builtIn.withLock { known in
                let key = BuiltIn(leaflet: leaflet, address: address)
                if let site = known[key] { return site }
                let site = try AssembledSite(
                    sources: SiteSources.builtIn, leaflet: leafletSheet, address: address)
                known[key] = site
                return site
            }
        }
    }

    /// The sentences in a folder of sources; those that are built in if it has none.
    private static func words(in folder: URL, among names: some Sequence<String>) throws -> MedicalWords {
        guard names.contains(where: { $0.hasPrefix(MedicalWords.folder) }) else { return .builtIn }
        return try MedicalWords(in: folder.appending(path: MedicalWords.folder))
    }

    private func assembled(_ sources: [String: [UInt8]]) throws -> AssembledSite {
        let sources = try carbon?.joined(to: sources) ?? sources
        return try AssembledSite(
            sources: offer.applied(to: sources), leaflet: leafletSheet, offer: offer, address: address)
    }

    /// The built-in site with an operator's sentences and factors, and without the pages that are not offered.
    private func own(_ words: MedicalWords) throws -> AssembledSite {
        try kept.withLock { kept in
            if let kept { return kept.site }
            let site = try assembled(words.joined(to: SiteSources.builtIn))
            kept = Kept(stamp: [:], site: site)
            return site
        }
    }

    /// The sources in a folder, by name.
    private static func files(in folder: URL) throws -> [String: URL] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { SiteFile.type(of: $0) != nil }
        return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.appending(path: $0)) })
    }

    /// The modification time of each file.
    private static func stamp(of files: [String: URL]) throws -> [String: Date] {
        try files.mapValues { try $0.resourceValues(forKeys: [.contentModificationDateKey]) }
            .compactMapValues(\.contentModificationDate)
    }

    /// Leaflet's style sheet, with picture URLs relative to ours; empty if Leaflet is not installed.
    private var leafletSheet: [UInt8] {
        let text = try? String(contentsOf: leaflet.appending(path: "leaflet.css"), encoding: .utf8)
        return Array((text ?? "").replacing("url(images/", with: "url(/assets/leaflet/images/").utf8)
    }
}
