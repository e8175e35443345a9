import Addressing
import Alerts
import Allergens
import Foundation
import HTTP
import Help
import Logging
import SampleTesting
import Sealing
import Site
import Testing

@testable import API
@testable import Server

@Suite struct ConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func configuration(
        _ flags: [ServerConfiguration.Key: String] = [:], environment: [String: String] = [:],
        file: String? = nil
    ) throws -> ServerConfiguration {
        let file = try file.map { try folder.file("breathe.json", holding: $0) }
        return try ServerConfiguration(flags: flags, environment: environment, file: file)
    }

    /// The message about the mistake in a configuration.
    private func mistake(
        _ flags: [ServerConfiguration.Key: String] = [:], environment: [String: String] = [:],
        file: String? = nil
    ) -> String {
        let mistake = #expect(throws: ConfigurationMistake.self) {
            _ = try configuration(flags, environment: environment, file: file)
        }
        return mistake?.description ?? ""
    }

    @Test func `push services always learn where to reach the operator`() throws {
        #expect(try configuration().pushContact == "mailto:breathe@127.0.0.1")
        #expect(
            try configuration([.alertSender: "breathe.example"]).pushContact == "https://breathe.example/")
        #expect(try configuration([.publicURL: "http://a.example"]).pushContact == "mailto:breathe@a.example")
        #expect(try configuration([.publicURL: "https://a.example"]).pushContact == "https://a.example/")
        let contact: [ServerConfiguration.Key: String] = [
            .publicURL: "https://a.example", .contact: "desk@a.example",
        ]
        #expect(try configuration(contact).pushContact == "mailto:desk@a.example")
        let chosen = contact.merging([.vapidContact: "mailto:push@a.example"]) { $1 }
        #expect(try configuration(chosen).pushContact == "mailto:push@a.example")
    }

    @Test func `an empty configuration has the defaults`() throws {
        let configuration = try configuration()
        #expect(configuration.host == "127.0.0.1" && configuration.port == 8080)
        #expect(configuration.database.lastPathComponent == "breathe.sqlite")
        #expect(configuration.logLevel == .info)
        #expect(FileManager.default.fileExists(atPath: configuration.tiles.path))
    }

    @Test func `a flag takes precedence over the environment, then the file, then the default`()
        throws
    {
        let file = #"{"host": "file", "port": 1, "database": "file.sqlite"}"#
        let environment = ["BREATHE_HOST": "environment", "BREATHE_PORT": "2", "PATH": "/bin"]
        let configuration = try configuration([.host: "flag"], environment: environment, file: file)
        #expect(configuration.host == "flag" && configuration.port == 2)
        #expect(configuration.database.lastPathComponent == "file.sqlite")
        #expect(configuration.logLevel == .info)
    }

    /// A file with a certificate that is valid for a hundred years.
    private func certificate() throws -> String {
        let text = """
            -----BEGIN CERTIFICATE-----
            MIIBdTCCARugAwIBAgIULPN1agEATIf4QDApLd8qxXkvlT4wCgYIKoZIzj0EAwIw
            DzENMAsGA1UEAwwEVGVzdDAgFw0yNjExMjExMjQxMTVaGA8yMTI2MTAyODEyNDEx
            NVowDzENMAsGA1UEAwwEVGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFGF
            Jroxz9JdHiK9cMru5V7ClFyMWRkP9zlS4oK/b8JfhjBHoEWAcPcWKfM2KoqmdvX3
            quKCGwLCeRs8Jv0q37SjUzBRMB0GA1UdDgQWBBT33Z9Lb6MzevyxtzpXBsW7/mls
            gzAfBgNVHSMEGDAWgBT33Z9Lb6MzevyxtzpXBsW7/mlsgzAPBgNVHRMBAf8EBTAD
            AQH/MAoGCCqGSM49BAMCA0gAMEUCIQCSqyAxYdqC87EpISbAlBdnK7HYI5USCB/G
            84E82hWczwIgbkzvrFy/p0Ylb5BcLKp+udt9TrH+RBW9NrWwPI3eSt0=
            -----END CERTIFICATE-----

            """
        return try folder.file("authority.pem", holding: text).path
    }

    @Test func `data keys come from the variable, else from a file, else from one beside the database`()
        throws
    {
        let database = folder.url.appending(path: "air.sqlite").path
        let keys = String(repeating: "0a", count: 32)
        let given = try configuration(
            [.database: database, .dataKeysFile: "/k"], environment: ["BREATHE_DATA_KEYS": keys])
        #expect(try given.keyRing().ids.count == 1 && given.usedKeyFile == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path("air.keys")))
        let named = try configuration([.database: database, .dataKeysFile: folder.path("other")])
        #expect(throws: KeyRingMistake.self) { try named.keyRing() }
        let own = try configuration([.database: database])
        #expect(try own.keyRing().ids == own.keyRing().ids)
        #expect(FileManager.default.fileExists(atPath: folder.path("air.keys")))
        let words = mistake(environment: ["BREATHE_DATA_KEYS": keys + "b1"])
        #expect(words.contains("BREATHE_DATA_KEYS") && !words.contains("0a0a"), "\(words)")
    }

    @Test func `every key is read from each place`() throws {
        let values: [ServerConfiguration.Key: String] = [
            .host: "::1", .port: "0", .database: "/a/b.sqlite", .resources: "/a", .leaflet: "/l",
            .qrCode: "/q", .medicalWords: "/m", .helpParts: "plan, contacts", .site: "/s",
            .basemap: "/b", .terrain: "/t", .stops: "/p", .carbonFactors: "/c",
            .basemapURL: "https://tile.example/{z}/{x}/{y}.png",
            .basemapAttribution: "Somebody", .reportLifetime: "24", .logLevel: "debug",
            .outboundAllow: "10.0.0.0/8,hooks.internal", .outboundAuthorities: try certificate(),
            .outboundTimeout: "600", .addressRate: "100/10", .principalRate: "off",
            .documentLimit: "4", .trustedProxies: "10.0.0.0/8, ::1",
            .tlsCertificate: "/c.pem", .tlsKey: "/c.key", .connections: "300", .addressConnections: "20",
            .alertSender: "alerts@breathe.example",
            .alertContact: "desk@breathe.example", .alertKey: "/a.key", .alertCertificate: "/a.pem",
            .contact: "chief@breathe.example",
            .publicURL: "https://breathe.example/",
            .smtpURL: "smtp://mail.example:587", .smtpFrom: "alerts@breathe.example", .smtpUser: "breathe",
            .smtpPassword: "secret", .smtpStartTLS: "required",
            .smtpAuthorities: #filePath,
            .vapidKey: "/v", .vapidContact: "mailto:desk@breathe.example",
            .pulledFeeds: "meteoswiss-daily, meteoswiss-hourly",
            .identityProviders: try folder.file("none.json", holding: #"{"providers": []}"#).path,
            .passwordCost: "12", .dataKeys: String(repeating: "0a", count: 32), .dataKeysFile: "/k",
            .damagedDatabase: "serve", .store: "postgresql://breathe@db.example/breathe",
            .roles: "work",
            .supportLink: "https://giving.example/breathe",
            .supportAmounts: "3, 30", .supportCurrency: "chf", .stripeKey: "sk_test_1",
            .stripeSecret: "whsec_1", .stripeURL: "http://127.0.0.1:9",
            .productFacts: "https://food.example", .productAccount: "breathe", .productPassword: "secret",
        ]
        // The password and the file that contains it exclude each other.
        #expect(Set(values.keys).union([.smtpPasswordFile]) == Set(ServerConfiguration.Key.allCases))
        let environment = Dictionary(uniqueKeysWithValues: values.map { ($0.key.variable, $0.value) })
        let members = values.map { "\"\($0.key.rawValue)\": \"\($0.value)\"" }.joined(separator: ", ")
        for configuration in [
            try configuration(values), try configuration(environment: environment),
            try configuration(file: "{\(members)}"),
        ] {
            #expect(configuration.host == "::1" && configuration.port == 0)
            #expect(configuration.database.path == "/a/b.sqlite" && configuration.logLevel == .debug)
            #expect(configuration.tiles.path == "/a/tiles" && configuration.libraries.leaflet.path == "/l")
            #expect(configuration.libraries.qrCode.path == "/q" && configuration.medicalWords?.path == "/m")
            #expect(configuration.site?.path == "/s" && configuration.helpParts == [.plan, .contacts])
            #expect(configuration.stops?.path == "/p")
            #expect(configuration.carbonFactors?.path == "/c")
            #expect(configuration.reportRules.lifetime == 86_400)
            #expect(configuration.outboundTimeout == .seconds(600))
            #expect(configuration.rates.address == RequestRate(requests: 100, seconds: 10))
            #expect(configuration.rates.principal == nil)
            #expect(configuration.documentLimit == 4 << 20)
            #expect(configuration.trustedProxies == NetworkList("10.0.0.0/8,::1"))
            #expect(configuration.transport.certificate?.path == "/c.pem")
            #expect(configuration.transport.key?.path == "/c.key")
            #expect(configuration.transport.limits.connections == 300)
            #expect(configuration.transport.limits.addressConnections == 20)
            #expect(configuration.pulledFeeds == ["meteoswiss-daily", "meteoswiss-hourly"])
            #expect(configuration.postgreSQL.map { "\($0)" }?.contains("host=db.example") == true)
            #expect(configuration.roles == [.work])
        }
    }

    @Test func `what only a file can do is refused in clear words on PostgreSQL, and the file stays alone`()
        throws
    {
        let file = folder.path("air.sqlite")
        let address = "postgresql://breathe:s3cret@db.example/breathe"
        let configuration = try configuration([.database: file, .store: address])
        let refusal = #expect(throws: FileOnly.self) { _ = try configuration.openStores() }
        let words = refusal?.description ?? ""
        #expect(words.contains("db.example") && words.contains("pg_dump"), "\(words)")
        #expect(!words.contains("s3cret"), "\(words)")
        #expect(throws: FileOnly.self) { _ = try configuration.openFile() }
        #expect(throws: FileOnly.self) { _ = try configuration.openFile(at: file) }
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(!FileManager.default.fileExists(atPath: folder.path("air.keys")))
        let wrong = mistake([.store: "breathe.sqlite"])
        #expect(wrong.contains("store: ") && wrong.contains("postgresql://"), "\(wrong)")
    }

    @Test func `a node has all roles unless some are named, and one over a file always has`() throws {
        let store = "postgresql://breathe@db.example/breathe"
        #expect(try configuration([.store: store]).roles == [.web, .work])
        #expect(try configuration([.store: store, .roles: "web, work"]).roles == [.web, .work])
        #expect(try configuration(file: #"{"store": "\#(store)", "roles": ["web"]}"#).roles == [.web])
        for wrong in ["stream", "web,stream", "web,", ""] {
            let words = mistake([.store: store, .roles: wrong])
            #expect(words == "flag --roles: “\(wrong)” is not a list of web, work")
        }
        #expect(try configuration([.roles: "work,web"]).roles == [.web, .work])
        #expect(mistake([.roles: "web"]).hasPrefix("roles: a network in a file has one node"))
    }

    @Test func `the system check tells that PostgreSQL cannot be reached`() async throws {
        let configuration = try configuration([
            .database: folder.path("air.sqlite"), .store: "host=\(folder.path("nowhere")) dbname=breathe",
            .dataKeys: String(repeating: "0a", count: 32),
        ])
        let findings = await SystemCheck(configuration: configuration).findings()
        let finding = try #require(findings.last)
        #expect(finding.subject == "PostgreSQL" && !finding.isGood)
        #expect(finding.words.contains("No PostgreSQL answers"))
        #expect(!findings.contains { $0.subject == "database" })
    }

    @Test(
        arguments: [
            ("127.0.0.1", nil, false), ("::1", nil, false), ("localhost", nil, false), ("0.0.0.0", nil, true),
            ("::", nil, true), ("192.168.1.20", nil, true), ("0.0.0.0", "https://air.example", false),
        ] as [(String, String?, Bool)])
    func `a service that others reach under any name is advised to have a public address`(
        host: String, address: String?, isAdvised: Bool
    ) async throws {
        var flags: [ServerConfiguration.Key: String] = [
            .host: host, .database: folder.path("air.sqlite"), .resources: repository.path,
        ]
        flags[.publicURL] = address
        let configuration = try configuration(flags)
        #expect((configuration.missingName?.contains("public-url") == true) == isAdvised)
        let findings = await SystemCheck(configuration: configuration).findings()
        let finding = try #require(findings.first { $0.subject == "public address" })
        #expect(finding.isGood && finding.isAdvice == isAdvised, "\(finding.words)")
    }

    @Test func `feeds are a list in the file, and none by default`() throws {
        #expect(try configuration().pulledFeeds == [])
        #expect(try configuration(file: #"{"feeds": ["one", "two"]}"#).pulledFeeds == ["one", "two"])
        #expect(try configuration(file: #"{"feeds": []}"#).pulledFeeds == [])
        #expect(
            mistake(file: #"{"feeds": ["one", "one"]}"#).hasSuffix(
                "is not a list of different names of feeds"))
        #expect(mistake(file: #"{"feeds": [1]}"#).hasSuffix("key feeds is neither text nor a whole number"))
    }

    @Test func `all parts of help are offered by default, and a part that does not exist is a mistake`()
        throws
    {
        #expect(try configuration().helpParts == Set(HelpFeature.allCases))
        #expect(try configuration([.helpParts: "none"]).helpParts == [])
        #expect(
            try configuration(file: #"{"help-parts": ["foods", "guide"]}"#).helpParts == [.foods, .guide])
        let words = mistake(environment: ["BREATHE_HELP_PARTS": "plan,emergency"])
        #expect(words.contains("“plan,emergency” is not none, or a list of plan, injectors, "), "\(words)")
    }

    @Test func `identity providers come from a file of their own, and its mistakes are reported`() throws {
        let provider = #"{"id": "clinic", "name": "C", "issuer": "https://c.example", "clientID": "b""#
        let good = try folder.file("good.json", holding: #"{"providers": [\#(provider)}]}"#)
        _ = try configuration([.identityProviders: good.path])
        let lacking = try folder.file(
            "lacking.json", holding: #"{"providers": [\#(provider), "secretVariable": "CLINIC"}]}"#)
        _ = try configuration([.identityProviders: lacking.path], environment: ["CLINIC": "s3cret"])
        #expect(
            mistake([.identityProviders: lacking.path])
                == "identity-providers: \(lacking.path): provider “clinic”: the environment has no variable CLINIC"
        )
        #expect(mistake([.identityProviders: "/nonexistent"]).hasSuffix("/nonexistent cannot be read"))
    }

    @Test func `the environment names the file unless a flag does`() throws {
        let file = try folder.file("other.json", holding: #"{"port": 3}"#)
        #expect(try configuration(environment: ["BREATHE_CONFIG": file.path]).port == 3)
        #expect(
            try configuration(environment: ["BREATHE_CONFIG": file.path], file: #"{"port": 4}"#).port == 4)
    }

    @Test(arguments: ["0", "601", "-1", "15s", "", "1.5"])
    func `an invalid timeout for receivers is refused with its limits`(text: String) {
        #expect(
            mistake([.outboundTimeout: text])
                == "flag --outbound-timeout: “\(text)” is not a whole number of seconds from 1 to 600")
    }

    @Test func `connections are limited, and a certificate requires its key`() throws {
        let limits = try configuration().transport.limits
        #expect(limits.connections <= 20_000 && limits.addressConnections == 512)
        #expect(
            mistake([.connections: "15"])
                == "flag --connections: “15” is not a number of connections from 16 to 1000000")
        #expect(
            mistake([.addressConnections: "0"])
                == "flag --address-connections: “0” is not a number of connections from 1 to 1000000")
        #expect(mistake([.tlsCertificate: "/c.pem"]) == "tls-certificate and tls-key need each other")
    }

    @Test func `by default an address may send 100 requests a second, and an account ten`() throws {
        let configuration = try configuration()
        #expect(configuration.rates.address == RequestRate(requests: 6_000, seconds: 60))
        #expect(configuration.rates.principal == RequestRate(requests: 600, seconds: 60))
        #expect(configuration.trustedProxies == NetworkList("127.0.0.0/8, ::1"))
    }

    @Test(arguments: ["", "6000", "0/60", "many/60", "1/0"])
    func `an invalid rate is refused with the permitted form`(text: String) {
        #expect(
            mistake([.addressRate: text])
                == "flag --address-rate: “\(text)” is not off, or requests and seconds such as 6000/60: "
                + "up to a million in up to 86400 seconds")
        #expect(mistake([.principalRate: text]).contains("--principal-rate"))
    }

    @Test func `a trusted proxy that is not a network is refused`() {
        #expect(
            mistake([.trustedProxies: "proxy.example"])
                == "flag --trusted-proxies: “proxy.example” is not a list of addresses and networks such as 10.1.0.0/16"
        )
    }

    @Test(arguments: ["-1", "65536", "http", "", "8080.5", "0x50"])
    func `an invalid port is refused with its source`(text: String) {
        #expect(mistake([.port: text]) == "flag --port: “\(text)” is not a port from 0 to 65535")
        #expect(
            mistake(environment: ["BREATHE_PORT": text])
                == "environment variable BREATHE_PORT: “\(text)” is not a port from 0 to 65535")
        #expect(
            mistake(file: "{\"port\": \"\(text)\"}")
                == "key port: “\(text)” is not a port from 0 to 65535")
    }

    @Test(arguments: ["0", "73", "12.5", "long"])
    func `an invalid lifetime of reports is refused with the permitted range`(text: String) {
        #expect(
            mistake([.reportLifetime: text])
                == "flag --report-lifetime: “\(text)” is not a whole number of hours from 1 to 72")
    }

    @Test func `an unknown log level is refused with the known ones`() {
        let words = mistake([.logLevel: "loud"])
        #expect(words.contains("log-level") && words.contains("loud"))
        for level in Logger.Level.allCases { #expect(words.contains(level.rawValue)) }
    }

    @Test func `an unknown variable or key is refused by its name, with the known ones`() {
        let variable = mistake(environment: ["BREATHE_PROT": "1"])
        #expect(variable.contains("BREATHE_PROT") && variable.contains("BREATHE_PORT"))
        let key = mistake(file: #"{"prot": 1}"#)
        #expect(key.contains("prot") && key.contains("port") && key.contains("breathe.json"))
    }

    @Test(arguments: ["true", "1.5", "null", "[1]", "{}"])
    func `a value that is neither text nor a whole number is refused by its key`(value: String) {
        let words = mistake(file: "{\"port\": \(value)}")
        #expect(words.hasSuffix("key port is neither text nor a whole number"))
    }

    @Test(arguments: ["", "{", "port: 8080", "[1, 2]", "\"port\""])
    func `a file that is not a JSON object is refused by its name`(text: String) {
        #expect(mistake(file: text).contains("breathe.json"))
    }

    @Test func `a missing file is refused by its name`() {
        let words = mistake(environment: ["BREATHE_CONFIG": folder.path("missing.json")])
        #expect(words.contains("missing.json"))
    }

    @Test(arguments: [ServerConfiguration.Key.host, .database])
    func `an empty host or database is refused`(key: ServerConfiguration.Key) {
        #expect(mistake([key: ""]).contains("flag --\(key.rawValue)"))
    }

    @Test func `session cookies are secure with any kind of TLS, and not otherwise`() throws {
        let own: [ServerConfiguration.Key: String] = [.tlsCertificate: "chain.pem", .tlsKey: "key.pem"]
        let everywhere = [ServerConfiguration.Key.host: "0.0.0.0"]
        let cases: [([ServerConfiguration.Key: String], SessionCookies.Transport)] = [
            (own, .secure), (own.merging(everywhere) { $1 }, .secure),
            (own.merging([.publicURL: "http://air.example"]) { $1 }, .secure),
            ([.publicURL: "https://air.example"], .secure), ([:], .machine), (everywhere, .open),
        ]
        for (flags, transport) in cases {
            let cookies = SessionCookies(try configuration(flags))
            #expect(cookies.transport == transport, "\(flags)")
            #expect(cookies.attributes.contains("; Secure") == (transport == .secure), "\(flags)")
        }
    }
}
