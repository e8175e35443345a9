import API
import Delivery
import Foundation
import Help
import Logging
import PostgreSQL
import Site

extension Setting {
    /// Where the service is, and what it works on.
    static let service: [Setting] = [
        Setting(
            .host, "The address to listen on; by default only this machine reaches the service.",
            allowed: "a host name or address", usual: .value { $0.host }
        ) {
            $0.host = $1
            return !$1.isEmpty
        },
        Setting(
            .port, "The port to listen on; 0 takes any that is free.", allowed: "a port from 0 to 65535",
            usual: .value { "\($0.port)" }
        ) {
            guard let number = Int($1), (0...65_535).contains(number) else { return false }
            $0.port = number
            return true
        },
        Setting(
            .publicURL,
            "Where people reach the service from outside; links in messages and alerts begin with it.",
            allowed: "an http or https address without a query", usual: .words("what each request says")
        ) {
            $0.publicAddress = PublicAddress($1)
            return $0.publicAddress != nil
        },
        Setting(
            .database, "The database file.", allowed: "the name of a file",
            usual: .value { $0.database.lastPathComponent }
        ) {
            $0.database = URL(filePath: $1)
            return !$1.isEmpty
        },
        Setting(
            .store, "A PostgreSQL database in place of the file.",
            allowed: "an address of PostgreSQL", usual: .words("the file")
        ) {
            $0.postgreSQL = try PostgreSQLAddress($1)
            return true
        },
        Setting(
            .roles,
            """
            What this node of a network in PostgreSQL does, separated by commas: answer requests, and take its turn at \
            the jobs of the network.
            """,
            allowed: "a list of " + NodeRole.allCases.map(\.rawValue).joined(separator: ", "),
            usual: .value { configuration in
                NodeRole.allCases.filter(configuration.roles.contains).map(\.rawValue).joined(separator: ",")
            }
        ) {
            guard let roles = NodeRole.roles(in: $1) else { return false }
            $0.roles = roles
            return true
        },
        Setting(
            .damagedDatabase, "Whether to serve a database in which the check at the start finds damage.",
            allowed: "refuse or serve", usual: .value { $0.servesDamaged ? "serve" : "refuse" }
        ) {
            guard ["refuse", "serve"].contains($1) else { return false }
            $0.servesDamaged = $1 == "serve"
            return true
        },
        Setting(
            .resources, "The folder that holds `tiles` and `stations`.", allowed: "a folder",
            usual: .words("the nearest one, from the working directory and from the program upwards")
        ) {
            $0.resources = URL(filePath: $1)
            return true
        },
        Setting(
            .pulledFeeds, "The feeds to fetch from their providers, by name and separated by commas.",
            allowed: "a list of different names of feeds", usual: .words("none")
        ) {
            let names = $1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            $0.pulledFeeds = names
            return Set(names).count == names.count && !names.contains("")
        },
        Setting(
            .logLevel, "How much to log.",
            allowed: Logger.Level.allCases.map(\.rawValue).joined(separator: ", "),
            usual: .value { $0.logLevel.rawValue }
        ) {
            guard let level = Logger.Level(rawValue: $1) else { return false }
            $0.logLevel = level
            return true
        },
    ]

    /// What the pages and their map are made of.
    static let map: [Setting] = [
        Setting(
            .site, "A folder of pages and scripts that takes the place of the built-in site.",
            allowed: "a folder", usual: .words("the built-in site")
        ) {
            $0.site = URL(filePath: $1)
            return true
        },
        Setting(
            .leaflet, "The folder that holds `leaflet.min.js`.", allowed: "a folder",
            usual: .value { $0.libraries.leaflet.path }
        ) {
            $0.libraries.leaflet = URL(filePath: $1)
            return true
        },
        Setting(
            .qrCode, "The folder that holds `qrcode.js`, which draws QR codes of links.", allowed: "a folder",
            usual: .value { $0.libraries.qrCode.path }
        ) {
            $0.libraries.qrCode = URL(filePath: $1)
            return true
        },
        Setting(
            .medicalWords,
            "A folder with the medical sentences of each language, such as `en.json`, for a clinician's review.",
            allowed: "a folder", usual: .words("the built-in sentences")
        ) {
            $0.medicalWords = URL(filePath: $1)
            return true
        },
        Setting(
            .helpParts,
            "The parts of help at hand that are offered, separated by commas; the emergency card always is.",
            allowed: "none, or a list of "
                + HelpFeature.allCases.map(\.rawValue).joined(separator: ", "),
            usual: .words("all parts")
        ) {
            let names = $1 == "none" ? [] : $1.split(separator: ",", omittingEmptySubsequences: false)
            let parts = names.map { HelpFeature(rawValue: $0.trimmingCharacters(in: .whitespaces)) }
            $0.helpParts = Set(parts.compactMap(\.self))
            return !parts.contains(nil)
        },
        Setting(
            .basemap, "The folder of the basemap's data.", allowed: "a folder",
            usual: .words("`var/basemap` in `resources`")
        ) {
            $0.basemap = URL(filePath: $1)
            return true
        },
        Setting(
            .terrain, "The table of altitudes; without the file the map knows no altitude.",
            allowed: "a file",
            usual: .words("`var/terrain/altitudes.gz` in `resources`")
        ) {
            $0.terrain = URL(filePath: $1)
            return true
        },
        Setting(
            .stops,
            """
            The folder of tables of stops: `airports.csv`, and any `stops.txt` of GTFS with railway stations, under \
            names that end in `.txt`, each with its credit in a file that ends in `.credit`.
            """,
            allowed: "a folder", usual: .words("`var/stops` in `resources`")
        ) {
            $0.stops = URL(filePath: $1)
            return true
        },
        Setting(
            .carbonFactors,
            "A folder of files in CSV with carbon factors that are added to those that are built in.",
            allowed: "a folder", usual: .words("`stations/carbon` in `resources`")
        ) {
            $0.carbonFactors = URL(filePath: $1)
            return true
        },
        Setting(
            .basemapURL, "Another basemap for the pages, in place of the service's own.",
            allowed: "an http or https address with {z}, {x} and {y}", usual: .words("the service's own")
        ) {
            $0.basemapURL = BasemapAddress($1)
            return $0.basemapURL != nil
        },
        Setting(
            .basemapAttribution, "The credit that the page shows for the other basemap.", allowed: "text",
            usual: .words("none")
        ) {
            $0.basemapAttribution = $1
            return true
        },
    ]
}
