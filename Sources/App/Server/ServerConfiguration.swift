package import Addressing
package import Alerts
import Allergens
import Authentication
import Configuration
package import Delivery
package import Federation
import Feeds
package import Foundation
package import HTTP
package import Help
package import Logging
package import Mail
package import PostgreSQL
package import Site

/// Everything that can be configured, each with its default.
///
/// A value comes from a flag, else from the environment (`BREATHE_PORT`), else from the configuration file
/// (`{"port": 8080}`), else from its default. A key or variable that does not exist is refused by its name. ``Setting``
/// says what each is for and what it may be.
package struct ServerConfiguration: Sendable {
    /// The names of all settings, each of which ``Setting/all`` defines once.
    package enum Key: String, CaseIterable, Sendable {
        case host, port, database, store, roles, resources, leaflet, site, basemap, terrain, stops
        case carbonFactors = "carbon-factors"
        case qrCode = "qr-code"
        case medicalWords = "medical-words"
        case helpParts = "help-parts"
        case damagedDatabase = "damaged-database"
        case basemapURL = "basemap-url"
        case basemapAttribution = "basemap-attribution"
        case reportLifetime = "report-lifetime"
        case publicURL = "public-url"
        case alertSender = "alert-sender"
        case alertContact = "alert-contact"
        case alertKey = "alert-key"
        case alertCertificate = "alert-certificate"
        case contact
        case logLevel = "log-level"
        case addressRate = "address-rate"
        case principalRate = "principal-rate"
        case trustedProxies = "trusted-proxies"
        case tlsCertificate = "tls-certificate"
        case tlsKey = "tls-key"
        case connections
        case documentLimit = "document-limit"
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
        case supportLink = "support-link"
        case supportAmounts = "support-amounts"
        case supportCurrency = "support-currency"
        case stripeKey = "stripe-key"
        case stripeSecret = "stripe-secret"
        case stripeURL = "stripe-url"
        case productFacts = "product-facts"
        case productAccount = "product-account"
        case productPassword = "product-password"
        case vapidKey = "vapid-key"
        case vapidContact = "vapid-contact"
        case pulledFeeds = "feeds"
        case identityProviders = "identity-providers"
        case passwordCost = "password-cost"
        case dataKeys = "data-keys"
        case dataKeysFile = "data-keys-file"

        /// The environment variable of the same meaning.
        package var variable: String {
            "BREATHE_" + rawValue.uppercased().replacing("-", with: "_")
        }
    }

    /// The address to listen on: by default only this machine.
    package var host = "127.0.0.1"
    /// The port to listen on; 0 takes any that is free.
    package var port = 8080
    /// The database file.
    package var database = URL(filePath: "breathe.sqlite")
    /// The PostgreSQL database that takes the place of the file.
    package var postgreSQL: PostgreSQLAddress?
    /// What this node does of the work of a network: by default everything.
    package var roles = Set(NodeRole.allCases)
    /// Whether a database that is damaged is served all the same.
    package var servesDamaged = false
    /// The folder that holds `tiles` and `stations`.
    package var resources: URL
    /// Where the scripts of others that pages load are.
    package var libraries = SiteLibraries()
    /// The folder of medical sentences that take the place of those that are built in.
    package var medicalWords: URL?
    /// The parts of help at hand that are offered; the emergency card always is.
    package var helpParts = Set(HelpFeature.allCases)
    /// A folder whose pages and scripts are served in place of those that are built in, for those who work on them.
    package var site: URL?
    /// The folder of the basemap's data, when it is not the one that `scripts/setup` fills.
    package var basemap: URL?
    /// The table of altitudes, when it is not the one that `scripts/setup` makes.
    package var terrain: URL?
    /// The folder of tables of stops, if it is not the usual one.
    package var stops: URL?
    /// The folder of an operator's own carbon factors, if it is not the usual one.
    package var carbonFactors: URL?
    /// Another basemap in place of our own: an address with {z}, {x} and {y}.
    package var basemapURL: BasemapAddress?
    /// Whom to name for the other basemap.
    package var basemapAttribution = ""
    /// How long reports of people stand: 12 hours after the last one who reported or confirmed.
    package var reportRules = ReportRules.standard
    /// The unchanging name under which alerts are issued; without it made of the host of the address.
    package var alertSender: String?
    /// Whom to ask about an alert, in words for people.
    package var alertContact: String?
    /// How alerts in CAP are signed: by default not at all.
    package var alertSigning = AlertSigning()
    /// Who has a mail of what people write to those who run the service.
    package var contact: MailAddress?
    package var logLevel = Logger.Level.info
    /// How many requests an address, and an account or key, may make.
    package var rates = RequestRates()
    /// Proxies that say truly whom they were called by: by default those of this machine.
    package var trustedProxies = NetworkList.machine
    /// The bytes of an upload that is held in memory as a whole, inflated.
    package var documentLimit = MemoryLimit.current.documentBytes
    /// How connections are taken: by default without TLS.
    package var transport = TransportConfiguration()
    /// Where messages and the requests of feeds may go beside public addresses: by default nowhere.
    ///
    /// These hosts and networks are trusted; they are also called by plain `http`.
    package var outbound = AddressGuard()
    /// Who vouches for receivers of messages beside the authorities that the system trusts: by default nobody.
    package var outboundAuthorities = OutboundAuthorities()
    /// How long a receiver may take to answer, the look-up of its host included: 15 seconds, or 1 to 600.
    package var outboundTimeout = GuardedClient.timeout
    /// Where the service is reached from outside, such as `https://breathe.example`; without it each request says so, and
    /// links in messages are relative.
    package var publicAddress: PublicAddress?
    /// How e-mail is sent: by default not at all.
    package var mail = MailConfiguration()
    /// How people may support the service: by default not at all.
    package var support = SupportConfiguration()
    /// Where facts about food are asked for by barcode: by default nowhere.
    package var productFacts: URL?
    /// The operator's account there, under which products that people type in are entered: by default none are.
    var productAccount: String?
    var productPassword: String?
    /// The file with the private key that push subscriptions are bound to, when it is not ``ownVAPIDKey``.
    package var vapidKey: URL?
    /// Where push services reach the operator: an address with `mailto:` or `https:`.
    package var vapidContact: String?

    /// What a password's hash costs, as the binary logarithm of scrypt's N: 10 to 17.
    ///
    /// Each 1 is twice the time and memory. 15 is what passwords need today; less is for trials.
    package var passwordCost = PasswordHasher.usualCost
    /// The keys that values about people are sealed under in the database, the current one first, each as 64 hexadecimal
    /// digits; meant for the environment.
    package var dataKeys: String?
    /// The file that holds these keys instead, one a line: by default `breathe.keys` beside the database, made at the first
    /// start.
    package var dataKeysFile: URL?

    /// The feeds that are fetched from their providers, by name: by default none, and then nobody is asked for anything.
    package var pulledFeeds: [String] = []

    /// The providers through which people may sign in: by default none.
    package var identityProviders = ProviderDefinitions()
    /// Where the providers are defined.
    var identityProvidersFile: URL?

    package var tiles: URL { resources.appending(path: "tiles") }
    package var basemapFolder: URL { basemap ?? resources.appending(path: "var/basemap") }
    /// The folder of tables of stops.
    package var stopFiles: StopFiles { StopFiles(stops ?? resources.appending(path: "var/stops")) }
    /// The folder of an operator's own carbon factors.
    package var carbonFiles: CarbonFiles {
        CarbonFiles(carbonFactors ?? resources.appending(path: "stations/carbon"))
    }

    package var terrainFile: URL { terrain ?? resources.appending(path: "var/terrain/altitudes.gz") }
    package var feeds: URL { resources.appending(path: "stations/feeds") }
    package var demonstrationStations: URL { resources.appending(path: "stations/demonstration.json") }

    /// Variables with our prefix that are not configuration of the program: the file's own name, and what tests read.
    private static let otherVariables: Set = [
        "BREATHE_CONFIG", "BREATHE_DATA", "BREATHE_ACCEPT_GOLDEN", "BREATHE_ALONE", "BREATHE_PICTURES",
    ]

    /// Reads the configuration.
    ///
    /// - Parameters:
    ///   - flags: What was given on the command line.
    ///   - environment: The environment; `BREATHE_CONFIG` names the file.
    ///   - file: The file that a flag names.
    /// - Throws: ``ConfigurationMistake`` with the name of what is wrong.
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
        try support.check(with: publicAddress)
        try checkProducts()
        if let file = identityProvidersFile {
            do {
                identityProviders = try ProviderDefinitions(file: file, environment: environment)
            } catch {
                throw ConfigurationMistake("identity-providers: \(error.description)")
            }
        }
        try transport.check()
        try alertSigning.check()
        guard postgreSQL != nil || roles.count == NodeRole.allCases.count else {
            throw ConfigurationMistake(
                "roles: a network in a file has one node, which does everything; others need the setting store"
            )
        }
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

    /// A value in the file: text, or a whole number that is read as one; a list of texts for feeds, parts of help and amounts.
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
            let list =
                [.pulledFeeds, .helpParts, .supportAmounts, .roles].contains(key)
                ? value.list?.joined(separator: ",") : nil
            guard let text = list ?? value.text else {
                throw ConfigurationMistake("\(file.path): key \(name) is neither text nor a whole number")
            }
            layer[key] = text
        }
        return layer
    }

    /// The nearest folder with layer definitions, from the working directory and from the program upwards.
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

/// What is wrong with the configuration, in one sentence for whoever started the program.
package struct ConfigurationMistake: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
