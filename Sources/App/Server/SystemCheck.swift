import Alerts
import Delivery
import Feeds
import Foundation
import Mail
import Pulling
import Rendering
import Simulation
import Site
import Storage

/// Checks that everything that the service needs is present and intact.
package struct SystemCheck: Sendable {
    /// The result of one check.
    package struct Finding: Encodable, Sendable {
        package let subject: String
        package let isGood: Bool
        /// The details: a version or location, or what is wrong.
        package let words: String
        /// Whether nothing is wrong, and yet an operator should act.
        package var isAdvice = false
    }

    private let configuration: ServerConfiguration

    package init(configuration: ServerConfiguration) { self.configuration = configuration }

    /// Runs all checks.
    package func findings() async -> [Finding] {
        var findings = [
            examine("SQLite") { try ServerConfiguration.databaseLibrary },
            examine("layers and ramps") {
                "\(try LayerCatalogue(directory: configuration.tiles).layers.count) layers in \(configuration.tiles.path)"
            },
            examine("feed definitions") {
                let names = try FeedDefinition.names(in: configuration.feeds)
                for name in names { _ = try FeedDefinition.named(name, in: configuration.feeds) }
                return names.joined(separator: ", ")
            },
            examine("feeds that are fetched") {
                let feeds = try configuration.pulledFeeds.map { try PulledFeed.named($0, configuration) }
                let missing = Set(feeds.flatMap(\.missingVariables)).sorted()
                guard missing.isEmpty else {
                    throw ConfigurationMistake("without the variables \(missing.joined(separator: ", "))")
                }
                return feeds.isEmpty ? "none" : feeds.map(\.name).joined(separator: ", ")
            },
            publicAddress(),
            examine("demonstration stations") {
                "\(try DemonstrationStations.load(from: configuration.demonstrationStations).count) places"
            },
            examine("medical sentences") {
                guard let folder = configuration.medicalWords else { return "built in" }
                _ = try MedicalWords(in: folder)
                return folder.path
            },
            examine("basemap") { try BasemapInstallation(folder: configuration.basemapFolder).summary() },
            examine("carbon factors") { try configuration.carbonFiles.summary() },
            examine("stops") { try configuration.stopFiles.summary() },
            examine("terrain") { try TerrainFile(configuration.terrainFile).summary() },
            examine("e-mail") {
                let gateway =
                    configuration.mail.gateway == nil ? "no gateway, so none is sent" : "a gateway is set"
                return "libcurl \(MailClient.libraryVersion), \(gateway)"
            },
        ]
        findings += configuration.libraries.all.map { name, script, debianPackage in
            examine(name) {
                guard FileManager.default.isReadableFile(atPath: script.path)
                else { throw ConfigurationMistake("\(script.path) is missing (package \(debianPackage))") }
                return script.path
            }
        }
        if let address = configuration.postgreSQL {
            findings += await Self.findings(at: address, configuration)
        } else {
            findings.append(await database())
        }
        return findings
    }

    /// Under which name the service knows itself.
    private func publicAddress() -> Finding {
        if let advice = configuration.missingName {
            return Finding(subject: "public address", isGood: true, words: advice, isAdvice: true)
        }
        let words = configuration.publicAddress?.text ?? "none; only this machine reaches the service"
        return Finding(subject: "public address", isGood: true, words: words)
    }

    private func examine(_ subject: String, _ look: () throws -> String) -> Finding {
        do {
            return Finding(subject: subject, isGood: true, words: try look())
        } catch {
            return Finding(subject: subject, isGood: false, words: "\(error)")
        }
    }

    private func database() async -> Finding {
        let path = configuration.database.path
        guard configuration.hasDatabase
        else {
            return Finding(subject: "database", isGood: true, words: "\(path) will be made at the first act")
        }
        do {
            let file = try configuration.openFile()
            try await file.tryToWrite()
            let problems = try await file.problems()
            return Finding(
                subject: "database", isGood: problems.isEmpty,
                words: problems.isEmpty ? "\(path) is sound" : problems.joined(separator: "; "))
        } catch {
            let cure = StoreFailure(error).map { "; \($0.cure)" } ?? ""
            return Finding(subject: "database", isGood: false, words: "\(path): \(error)\(cure)")
        }
    }
}
