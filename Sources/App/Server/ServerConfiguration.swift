package import API
package import Addressing
package import Alerts
import Allergens
import Authentication
import Configuration
package import Delivery
package import Federation
package import Foundation
package import Logging
package import Mail

/// All configuration values, each with its default.
///
/// A value comes from a flag, else from the environment (`BREATHE_PORT`), else from the configuration file
/// (`{"port": 8080}`), else from its default. A key or variable that does not exist is refused by its name. ``Setting``
/// says what each is for and what it may be.
package struct ServerConfiguration: Sendable {
    /// The names of all settings, each of which ``Setting/all`` defines once.
    package enum Key: String, CaseIterable, Sendable {
        case host, port, database, resources, leaflet, site, basemap
        case basemapURL = "basemap-url"
        case basemapAttribution = "basemap-attribution"
        case reportLifetime = "report-lifetime"
        case publicURL = "public-url"
        case alertSender = "alert-sender"
        case alertContact = "alert-contact"
        case contact
        case logLevel = "log-level"
        case addressRate = "address-rate"
        case principalRate = "principal-rate"
        case trustedProxies = "trusted-proxies"
        case tlsCertificate = "tls-certificate"
        case tlsKey = "tls-key"
        case connections
        case addressConnections = "address-connections"
        case outboundAllow = "outbound-allow"
        case outboundAuthorities = "outbound-ca"
        case outboundTimeout = "outbound-timeout"
        case smtpURL = "smtp-url"
        case smtpFrom = "smtp-from"
        case smtpUser = "smtp-user"
        case smtpPassword = "smtp-password"
        case smtpPasswordFile = "smtp-password-file"
        case smtpStartTLS = "smtp-starttls"
        case smtpAuthorities = "smtp-ca"
        case vapidKey = "vapid-key"
        case vapidContact = "vapid-contact"
        case pulledFeeds = "feeds"
        case identityProviders = "identity-providers"
        case passwordCost = "password-cost"
        case dataKeys = "data-keys"
        case dataKeysFile = "data-keys-file"

        /// The corresponding environment variable.
        package var variable: String {
            "BREATHE_" + rawValue.uppercased().replacing("-", with: "_")
        }
    }

    /// The address to listen on; by default only this machine.
    package var host = "127.0.0.1"
    /// The port to listen on; 0 for any free port.
    package var port = 8080
    /// The database file.
    package var database = URL(filePath: "breathe.sqlite")
    /// The folder with `tiles` and `stations`.
    package var resources: URL
    /// The folder with `leaflet.min.js`; by default that of Debian's package libjs-leaflet.
    package var leaflet = URL(filePath: "/usr/share/javascript/leaflet")
    /// A folder of pages and scripts to serve in place of the embedded ones, for web developers.
    package var site: URL?
    /// The folder of the basemap's data, if not the one that `scripts/setup` fills.
    package var basemap: URL?
    /// An external basemap in place of this service's own: an address with {z}, {x} and {y}.
    package var basemapURL: BasemapAddress?
    /// The attribution of the external basemap.
    package var basemapAttribution = ""
    /// How long reports stand: 12 hours after the last report or confirmation by default.
    package var reportRules = ReportRules.standard
    /// The permanent sender name of alerts; by default made from the host of the address.
    package var alertSender: String?
    /// The contact for questions about an alert, in words for people.
    package var alertContact: String?
    /// The recipient of people's messages to the operators by mail.
    package var contact: MailAddress?
    /// The least severe level that is logged.
    package var logLevel = Logger.Level.info
    /// The request limits per address, and per account or key.
    package var rates = RequestRates()
    /// Proxies whose statements about clients' addresses are trusted; by default those of this machine.
    package var trustedProxies = NetworkList.machine
    /// How to accept connections; by default without TLS.
    package var transport = TransportConfiguration()
    /// Destinations of messages and feed requests beyond public addresses; by default none.
    ///
    /// These hosts and networks are trusted. They may also be called over plain `http`.
    package var outbound = AddressGuard()
    /// Certificate authorities for receivers of messages, in addition to the system's; by default none.
    package var outboundAuthorities = OutboundAuthorities()
    /// How long a receiver may take to respond, including the host look-up: 15 seconds by default, 1 to 600
    /// allowed.
    package var outboundTimeout = GuardedClient.timeout
    /// The public address of the service, such as `https://breathe.example`.
    ///
    /// Without it, each request determines the address, and links in messages are relative.
    package var publicAddress: PublicAddress?
    /// How to send e-mail; by default not at all.
    package var mail = MailConfiguration()
    /// The file with the private key to which push subscriptions are bound, if not ``ownVAPIDKey``.
    package var vapidKey: URL?
    /// The operator's contact for push services: an address with `mailto:` or `https:`.
    package var vapidContact: String?

    /// The cost of a password hash, as the binary logarithm of scrypt's N: 10 to 17.
    ///
    /// Each increment doubles time and memory. 15 is what passwords need today; lower values are for tests.
    package var passwordCost = PasswordHasher.usualCost
    /// The keys that seal personal data in the database, the current one first, each as 64 hexadecimal
    /// digits.
    ///
    /// Intended for the environment.
    package var dataKeys: String?
    /// A file with these keys, one per line; by default `breathe.keys` beside the database, created at the
    /// first start.
    package var dataKeysFile: URL?

    /// The names of the feeds to fetch; by default none, so that no provider is contacted.
    package var pulledFeeds: [String] = []

    /// The identity providers for sign-in; by default none.
    package var identityProviders = ProviderDefinitions()
    /// Where the providers are defined.
    var identityProvidersFile: URL?

    /// The folder of the map's layers and ramps.
    package var tiles: URL { resources.appending(path: "tiles") }
    /// The folder of the basemap's data that is in use.
    package var basemapFolder: URL { basemap ?? resources.appending(path: "var/basemap") }
    /// The folder of the feed definitions.
    package var feeds: URL { resources.appending(path: "stations/feeds") }
    /// The list of the demonstration's stations.
    package var demonstrationStations: URL { resources.appending(path: "stations/demonstration.json") }

    /// Variables with this prefix that are not configuration: the configuration file's name, and those read
    /// by tests.
    private static let otherVariables: Set = [
        "BREATHE_CONFIG", "BREATHE_DATA", "BREATHE_ACCEPT_GOLDEN", "BREATHE_ALONE", "BREATHE_PICTURES",
    ]

    /// Reads the configuration.
    ///
    /// - Parameters:
    ///   - flags: The flags of the command line.
    ///   - environment: The environment. `BREATHE_CONFIG` names the file.
    ///   - file: The file named by a flag.
    /// - Throws: ``ConfigurationMistake`` with the name of the wrong value.
    package init(
        flags: [Key: String], environment: [String: String] = ProcessInfo.processInfo.environment,
        file: URL? = nil
    ) throws {
        let file = file ?? environment["BREATHE_CONFIG"].map { URL(filePath: $0) }
        let layers = [
            ("flag --", flags),
            ("environment variable ", try Self.layer(of: environment)),
            ("key ", try file.map(Self.layer(of:)) ?? [:]),
        ]
        resources = Self.foundResources()
        let reader = ConfigReader(
            providers: layers.map { InMemoryProvider(name: $0.0, values: Self.values($0.1)) })
        for setting in Setting.all {
            guard let text = reader.string(forKey: ConfigKey([setting.key.rawValue])) else { continue }
            let origin = layers.first { $0.1[setting.key] != nil }?.0 ?? ""
            try setting.read(text, into: &self, from: origin)
        }
        try mail.check(with: publicAddress)
        if let file = identityProvidersFile {
            do {
                identityProviders = try ProviderDefinitions(file: file, environment: environment)
            } catch {
                throw ConfigurationMistake("identity-providers: \(error.description)")
            }
        }
        try transport.check()
    }

    private static func values(_ layer: [Key: String]) -> [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, text) in layer {
            values[AbsoluteConfigKey([key.rawValue])] = ConfigValue(.string(text), isSecret: false)
        }
        return values
    }

    private static func layer(of environment: [String: String]) throws -> [Key: String] {
        let known = Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0.variable, $0) })
        var layer: [Key: String] = [:]
        for (name, text) in environment where name.hasPrefix("BREATHE_") && !otherVariables.contains(name) {
            guard let key = known[name] else {
                let names = known.keys.sorted().joined(separator: ", ")
                throw ConfigurationMistake("environment variable \(name) is unknown; there are \(names)")
            }
            layer[key] = text
        }
        return layer
    }

    /// A value in the file: text, a whole number read as text, or a list of texts for feeds.
    private struct Member: Decodable {
        let text: String?
        let list: [String]?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = (try? container.decode(String.self)) ?? (try? container.decode(Int.self)).map(String.init)
            list = try? container.decode([String].self)
        }
    }

    private static func layer(of file: URL) throws -> [Key: String] {
        let members: [String: Member]
        do {
            members = try JSONDecoder().decode([String: Member].self, from: Data(contentsOf: file))
        } catch DecodingError.typeMismatch {
            throw ConfigurationMistake("\(file.path) does not hold a JSON object")
        } catch {
            throw ConfigurationMistake("\(file.path) cannot be read as JSON: \(error.localizedDescription)")
        }
        var layer: [Key: String] = [:]
        for (name, value) in members {
            guard let key = Key(rawValue: name) else {
                let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationMistake("\(file.path): key \(name) is unknown; there are \(names)")
            }
            let list = key == .pulledFeeds ? value.list?.joined(separator: ",") : nil
            guard let text = list ?? value.text else {
                throw ConfigurationMistake("\(file.path): key \(name) is neither text nor a whole number")
            }
            layer[key] = text
        }
        return layer
    }

    /// Finds the nearest folder with layer definitions, from the working directory and from the program
    /// upwards.
    private static func foundResources() -> URL {
        let manager = FileManager.default
        let here = URL(filePath: manager.currentDirectoryPath)
        let program = Bundle.main.executableURL?.resolvingSymlinksInPath() ?? here
        var candidates = [here]
        var folder = program.deletingLastPathComponent()
        while folder.path.count > 1 {
            candidates.append(folder)
            folder.deleteLastPathComponent()
        }
        let found = candidates.first { manager.fileExists(atPath: $0.appending(path: "tiles/layers").path) }
        return found ?? here
    }
}

/// A configuration error in one sentence for the operator.
package struct ConfigurationMistake: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
