import ArgumentParser
import Foundation
import Server

struct BasemapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "basemap", abstract: "Manage the basemap.", subcommands: [Build.self])

    struct Build: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Convert the shapes and names that scripts/setup fetched.",
            discussion: "The first `breathe serve` also does this if necessary.")

        @OptionGroup var common: CommonOptions

        func run() throws {
            let installation = BasemapInstallation(folder: try common.configuration().basemapFolder)
            do {
                _ = try installation.build()
            } catch let mistake as ConfigurationMistake {
                throw Failure(mistake.description)
            }
            print(try installation.summary())
        }
    }

    /// Converts the basemap if it has been fetched but not converted yet, or if its conversion is damaged.
    ///
    /// A failure is reported and leaves the ground plain: the layers need no basemap.
    static func prepare(_ configuration: ServerConfiguration) {
        let installation = BasemapInstallation(folder: configuration.basemapFolder)
        prepareMap(installation)
        prepareGazetteer(installation)
    }

    private static func prepareMap(_ installation: BasemapInstallation) {
        do {
            guard try installation.data() == nil else { return }
        } catch {
            Output.note("The converted basemap cannot be read: \(error)")
        }
        guard installation.hasSource else { return }
        Output.note("Converting the basemap (once).")
        do {
            _ = try installation.build()
        } catch {
            Output.note("The basemap cannot be converted: \(error)")
        }
    }

    /// Builds the gazetteer if there are towns and it does not exist yet.
    private static func prepareGazetteer(_ installation: BasemapInstallation) {
        guard installation.lacksGazetteer else { return }
        Output.note("Building the gazetteer (once).")
        do {
            try installation.buildGazetteer()
        } catch {
            Output.note("The gazetteer cannot be built: \(error)")
        }
    }
}
