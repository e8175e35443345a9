// swift-tools-version:6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Modules that work on every pixel, node, coefficient, character or request.
///
/// Without the optimiser they are up to a hundred times slower, and tests would wait for little else.
let optimised: Set = [
    "Allergens", "Basemap", "BasemapTests", "Deflation", "Drawing", "DrawingTests", "Feeds", "Forecasting",
    "Geography", "Guide", "HTTP", "Interpolation", "InterpolationTests", "Localisation", "Matching",
    "Observations", "PostgreSQL", "Projection", "Rendering", "RenderingTests", "Simulation", "Site",
    "StudyExport", "StudyExportTests", "Tables", "Topology",
]

/// The compiler settings of one of our targets.
func settings(of name: String) -> [SwiftSetting] {
    guard optimised.contains(name) else { return settings }
    let flags = ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"]
    return settings + [.unsafeFlags(flags, .when(configuration: .debug))]
}

/// A module, named like the last folder of its path below Sources.
///
/// `dependencies` lists exactly what the module imports; `scripts/check` compares. A module that embeds files
/// has all files of its folder that are not Swift built in, as `EmbeddedFiles`.
func module(_ path: String, _ dependencies: [Target.Dependency], embeds: Bool = false) -> Target {
    .target(
        name: name(of: path), dependencies: dependencies, path: "Sources/\(path)",
        swiftSettings: settings(of: name(of: path)),
        plugins: embeds ? ["EmbedFiles"] : [])
}

/// A module that owns the handles of a C library: every unsafe step is marked.
func wrapper(_ path: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name(of: path), dependencies: dependencies, path: "Sources/\(path)",
        swiftSettings: settings(of: name(of: path)) + [.strictMemorySafety()])
}

/// A C library of the system, with the Debian package that brings its headers.
func library(_ path: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(
        name: name(of: path), path: "Sources/\(path)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings(of: name))
}

func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdHTTP2 = Target.Dependency.product(name: "HummingbirdHTTP2", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPCompression = Target.Dependency.product(name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")

let package = Package(
    name: "breathe-easy",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        // A command of the package manager for scripts/docs; no module depends on it.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
    ],
    targets: [
        // Files that are built into the program
        .executableTarget(
            name: "embed-files", path: "Sources/Bindings/Embedding/Tool", swiftSettings: settings),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"],
            path: "Sources/Bindings/Embedding/Plugin"),
        // Model
        module("Model/Addressing", []),
        module("Model/Allergens", [], embeds: true),
        module("Model/Authoring", ["Allergens", "People"]),
        module("Model/Diary", ["Allergens"]),
        module("Model/Forms", ["Allergens"], embeds: true),
        module("Model/Geography", []),
        module("Model/Guide", []),
        module("Model/HealthMetrics", ["Allergens"]),
        module("Model/Help", ["Allergens", "Diary", "Geography", "HealthMetrics", "People"], embeds: true),
        module("Model/Observations", ["Allergens", "Geography"]),
        module("Model/Sharing", []),
        module("Model/StudyExport", ["Allergens", "Forms", "Geography", "Tables"], embeds: true),
        module("Model/Tables", ["Allergens"]),
        module("Model/Studies", ["Allergens", "Forms", "Geography", "People"]),
        module("Model/People", ["Allergens", "Observations"]),
        module("Model/Trips", ["Allergens", "Geography"]),
        module(
            "Model/Alerts",
            ["Allergens", "Geography", "HealthMetrics", "Help", "Observations", "People", "Studies"]),
        // Bindings
        library("Bindings/CCairo", pkgConfig: "cairo", package: "libcairo2-dev"),
        library("Bindings/CCmark", pkgConfig: "libcmark", package: "libcmark-dev"),
        library("Bindings/CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
        library("Bindings/CDeflate", pkgConfig: "libdeflate", package: "libdeflate-dev"),
        library("Bindings/CGD", pkgConfig: "gdlib", package: "libgd-dev"),
        library("Bindings/CGEOS", pkgConfig: "geos", package: "libgeos-dev"),
        .systemLibrary(name: "CLibc", path: "Sources/Bindings/CLibc"),
        library("Bindings/CPostgreSQL", pkgConfig: "libpq", package: "libpq-dev"),
        library("Bindings/CPROJ", pkgConfig: "proj", package: "libproj-dev"),
        library("Bindings/CXML", pkgConfig: "libxml-2.0", package: "libxml2-dev"),
        library("Bindings/CXMLSecurity", pkgConfig: "xmlsec1-openssl", package: "libxmlsec1-dev"),
        library("Bindings/CZip", pkgConfig: "libzip", package: "libzip-dev"),
        library("Bindings/CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        wrapper("Bindings/Deflation", ["CDeflate"]),
        wrapper("Bindings/Drawing", ["CCairo", "CDeflate", "Deflation"]),
        wrapper("Bindings/Inflation", ["CZlib"]),
        wrapper("Bindings/Mail", ["CCurl"]),
        wrapper("Bindings/Markdown", ["CCmark"]),
        wrapper("Bindings/Portraits", ["CGD"]),
        wrapper("Bindings/PostgreSQL", ["CPostgreSQL"]),
        wrapper("Bindings/Projection", ["CPROJ", "Geography"]),
        wrapper("Bindings/Signing", ["CXMLSecurity"]),
        wrapper("Bindings/Topology", ["CGEOS", "Geography"]),
        wrapper("Bindings/Workbooks", ["Allergens", "CXML", "Tables", "Zipping"]),
        wrapper("Bindings/Zipping", ["CZip"]),
        // Map
        module("Map/Caching", []),
        module("Map/Basemap", ["Caching", "Drawing", "Geography"]),
        module("Map/Interpolation", ["Allergens", "Geography", "Observations"]),
        module(
            "Map/Rendering",
            [
                "Alerts", "Allergens", "Caching", "Drawing", "Geography", "Interpolation", "Observations",
                crypto,
            ]),
        module(
            "Map/Maps",
            ["Alerts", "Allergens", "Caching", "Geography", "Interpolation", "Observations", "Rendering"]),
        // Forecast
        module("Forecast/Association", ["Allergens"]),
        module("Forecast/Forecasting", ["Allergens", "Interpolation", "Observations"]),
        module("Forecast/Seasons", ["Allergens"]),
        module(
            "Forecast/Evaluation", ["Allergens", "Forecasting", "Geography", "Interpolation", "Observations"]),
        module("Forecast/Simulation", ["Allergens", "Geography", "Observations"]),
        // Feeds
        module("Feeds/Feeds", ["Allergens", "Geography", "Observations"]),
        module(
            "Feeds/Pulling", ["Allergens", "Delivery", "Feeds", "Observations", lifecycle, logging, metrics]),
        // Alerting
        module(
            "Alerting/Localisation",
            ["Alerts", "Allergens", "Geography", "HealthMetrics", "Help", "Observations", "People"],
            embeds: true),
        module(
            "Alerting/Delivery",
            [
                "Addressing", "Alerts", "Allergens", "Caching", "Geography", "Help", "Localisation", "Mail",
                "People",
                "Studies",
                asyncHTTPClient, crypto, lifecycle, logging, nio, nioHTTP1, nioHTTPCompression, nioPosix,
                nioSSL,
            ]),
        module(
            "Alerting/Matching",
            ["Alerts", "Allergens", "Geography", "Observations", "Projection", "Topology"]),
        module(
            "Alerting/Alerting",
            ["Alerts", "Allergens", "Geography", "Matching", "Observations", "People", "Topology"]),
        // Identity
        module(
            "Identity/Authentication", ["Addressing", "Allergens", "CLibc", "People", crypto, cryptoExtras],
            embeds: true),
        module("Identity/Federation", [crypto, jwtKit]),
        module("Identity/Sealing", [crypto]),
        // Storage
        module(
            "Storage",
            [
                "Addressing", "Alerts", "Allergens", "Authoring", "Diary", "Forecasting", "Forms",
                "Geography",
                "Guide",
                "HealthMetrics", "Help", "Observations", "People", "PostgreSQL", "Projection", "Sealing",
                "Seasons", "Sharing", "Studies", "StudyExport", "Trips", crypto,
                grdb, sqlite,
            ]),
        // Web
        module(
            "Web/HTTP",
            [
                "Addressing", "Alerts", "Allergens", "Deflation", "Geography", "Observations", "People",
                "Topology", crypto, httpTypes, hummingbird, hummingbirdCore, hummingbirdHTTP2, logging,
                metrics, nio, nioHTTP1, nioHTTPTypes, nioPosix, nioSSL, nioTLS,
            ], embeds: true),
        module("Web/Articles", ["Allergens", "Authoring", "Markdown", "People", "Site"], embeds: true),
        module(
            "Web/API",
            [
                "Addressing", "Alerts", "Allergens", "Articles", "Association", "Authoring", "Basemap",
                "Caching", "Diary", "Drawing",
                "Feeds", "Forms", "Geography",
                "Guide", "HTTP", "HealthMetrics", "Help", "Inflation", "Localisation", "Markdown",
                "Observations",
                "Papers",
                "People", "Seasons", "Sharing",
                "Signing", "Site", "Studies", "StudyExport", "Tables", "Topology", "Trips", "Workbooks",
                "Zipping", crypto,
                httpTypes,
                hummingbird, logging, nio,
            ], embeds: true),
        module(
            "Web/Site", ["Caching", "Deflation", "Guide", "HTTP", "People", httpTypes, hummingbird, nio],
            embeds: true),
        module(
            "Web/Papers",
            [
                "Allergens", "Diary", "Drawing", "HealthMetrics", "Help", "Observations", "People", "Site",
                "Studies",
            ]),
        // App
        module(
            "App/Server",
            [
                "API", "Addressing", "Alerting", "Alerts", "Allergens", "Articles", "Authentication",
                "Authoring", "Basemap", "CLibc",
                "Caching", "Delivery", "Drawing", "Federation", "Feeds", "Forecasting", "Geography", "Guide",
                "HTTP", "Help", "Inflation", "Interpolation", "Mail", "Maps", "Matching", "Observations",
                "People", "Portraits", "PostgreSQL",
                "Pulling",
                "Rendering", "Sealing", "Signing", "Simulation", "Site", "Storage", "Trips", configuration,
                coreMetrics, crypto, hummingbird, lifecycle, logging, metrics, nioPosix, unixSignals,
            ]),
        .executableTarget(
            name: "breathe",
            dependencies: [
                "API", "Alerting", "Alerts", "Allergens", "CLibc", "Drawing", "Evaluation", "Feeds",
                "Forecasting", "Geography", "HTTP", "Localisation", "Maps", "Observations", "People",
                "Pulling", "Rendering", "Sealing", "Server", "Simulation", "Site", "Storage", argumentParser,
                coreMetrics, logging,
            ], path: "Sources/App/breathe", swiftSettings: settings),
        // Tests
        .systemLibrary(name: "CEpoll", path: "Tests/CEpoll"),
        .target(
            name: "SeededTesting", dependencies: ["Geography"], path: "Tests/SeededTesting",
            swiftSettings: settings),
        .target(
            name: "SampleTesting",
            dependencies: [
                "Alerts", "Allergens", "Authoring", "Drawing", "Geography", "Observations", "People",
                "PostgreSQL", "Sealing", "Storage", subprocess, system,
            ], path: "Tests/SampleTesting", exclude: ["Scripts"], swiftSettings: settings),
        tests(
            "APITests",
            [
                "API", "Addressing", "Alerts", "Allergens", "Articles", "Authoring", "Basemap", "Diary",
                "Drawing", "Forms", "Geography",
                "Guide", "HTTP",
                "HealthMetrics",
                "Help",
                "Localisation",
                "Observations", "People", "SampleTesting", "Seasons", "SeededTesting", "Sharing", "Site",
                "Studies", "StudyExport", "Tables", "Trips", "Workbooks", "Zipping",
                httpTypes, hummingbird,
                hummingbirdTesting, logging, nio, nioEmbedded, nioHTTPTypes,
            ]),
        tests(
            "AlertingTests",
            [
                "Alerting", "Alerts", "Allergens", "Forecasting", "Geography", "Localisation", "Matching",
                "Observations", "People", "Projection", "SampleTesting", "SeededTesting", "Storage",
                "Topology", grdb,
            ]),
        tests("AllergensTests", ["Alerts", "Allergens", "SeededTesting"]),
        tests(
            "ArticlesTests",
            [
                "Allergens", "Articles", "Authoring", "Markdown", "People", "SampleTesting", "Site",
                "Storage",
            ]),
        tests("AssociationTests", ["Allergens", "Association", "SampleTesting", "SeededTesting"]),
        tests(
            "AuthenticationTests",
            ["Allergens", "Authentication", "People", "SampleTesting", "Sealing", "Storage", crypto]),
        tests(
            "BasemapTests",
            ["Basemap", "Drawing", "Geography", "Localisation", "SampleTesting", "SeededTesting", "Server"]),
        tests(
            "DeliveryTests",
            [
                "Addressing", "Alerts", "Allergens", "Delivery", "Geography", "Help", "Mail", "Observations",
                "People", "SampleTesting", "Storage", "Studies", crypto, lifecycle, logging,
            ]),
        tests("DiaryTests", ["Allergens", "Diary", "SeededTesting"]),
        tests("DrawingTests", ["Drawing"]),
        tests("GuideTests", ["Guide", "People", "SampleTesting", "Site", "Storage", nio]),
        tests("HelpTests", ["Allergens", "Diary", "Help", "SeededTesting"]),
        tests("HealthMetricsTests", ["Allergens", "HealthMetrics", "SampleTesting", "SeededTesting"]),
        tests(
            "EndToEndTests",
            [
                "API", "Addressing", "Alerts", "Allergens", "Authentication", "Delivery", "Drawing", "Forms",
                "Geography", "HTTP", "Help", "Observations", "People", "SampleTesting", "Sealing",
                "SeededTesting",
                "Server", "Storage", "Studies", asyncHTTPClient, httpTypes, logging, nio, nioHTTP1, nioSSL,
            ]),
        tests(
            "EvaluationTests",
            [
                "Allergens", "Evaluation", "Feeds", "Forecasting", "Geography", "Interpolation",
                "Observations", "SampleTesting", "SeededTesting",
            ]),
        tests("FederationTests", ["Federation", crypto, cryptoExtras, jwtKit]),
        tests(
            "FeedsTests", ["Alerting", "Allergens", "Feeds", "Geography", "Observations", "SampleTesting"]),
        tests("ForecastingTests", ["Allergens", "Forecasting", "Geography", "Observations"]),
        tests("FormsTests", ["Allergens", "Forms", "SampleTesting", "SeededTesting", "Workbooks"]),
        tests("GeographyTests", ["Geography", "SeededTesting"]),
        tests("InflationTests", ["Inflation"]),
        tests(
            "InterpolationTests",
            ["Allergens", "Geography", "Interpolation", "Observations", "SeededTesting"]),
        tests(
            "LocalisationTests",
            ["Alerts", "Allergens", "Geography", "Localisation", "Observations", "People"]),
        tests("MarkdownTests", ["Markdown"]),
        tests("MailTests", ["Mail", "SampleTesting"]),
        tests(
            "MapsTests",
            [
                "Alerts", "Allergens", "Forecasting", "Geography", "Interpolation", "Maps", "Observations",
                "Rendering", "SampleTesting", "SeededTesting", "Storage",
            ]),
        tests(
            "MatchingTests",
            ["Alerts", "Allergens", "Geography", "Matching", "Observations", "Projection", "SeededTesting"]),
        tests("ObservationsTests", ["Allergens", "Geography", "Observations", "SampleTesting"]),
        tests(
            "PapersTests",
            [
                "Allergens", "Diary", "HealthMetrics", "Help", "Observations", "Papers", "People",
                "SampleTesting", "SeededTesting", "Studies",
            ]),
        tests("PeopleTests", ["Allergens", "People"]),
        tests("PortraitsTests", ["CGD", "Portraits", "SampleTesting"]),
        tests("PostgreSQLTests", ["PostgreSQL", "SampleTesting", "SeededTesting"]),
        tests("ProjectionTests", ["Geography", "Projection"]),
        tests(
            "PullingTests",
            [
                "Alerting", "Allergens", "Delivery", "Feeds", "Observations", "Pulling", "SampleTesting",
                "Server",
                "Storage", lifecycle, logging,
            ]),
        tests(
            "RenderingTests",
            [
                "Alerts", "Allergens", "Drawing", "Geography", "Interpolation", "Observations", "Rendering",
                "SampleTesting", "SeededTesting", "Simulation",
            ]),
        tests("SealingTests", ["SampleTesting", "Sealing"]),
        tests("SeasonsTests", ["Allergens", "Seasons"]),
        tests(
            "ServerTests",
            [
                "API", "Addressing", "Alerting", "Alerts", "Allergens", "Articles", "Authentication",
                "Authoring", "Delivery", "Feeds",
                "Forecasting", "Geography", "HTTP", "Help", "Inflation", "Interpolation", "Maps",
                "Observations", "People",
                "Pulling", "Rendering", "SampleTesting", "Sealing", "SeededTesting", "Server", "Site",
                "Storage", "Trips",
                coreMetrics, grdb, lifecycle, logging,
            ]),
        tests("SigningTests", ["SampleTesting", "Signing"]),
        tests("SimulationTests", ["Allergens", "Geography", "Observations", "Simulation"]),
        tests(
            "StorageTests",
            [
                "Alerts", "Allergens", "Authoring", "Diary", "Forecasting", "Forms", "Geography",
                "HealthMetrics", "Help", "Observations", "People", "PostgreSQL", "SampleTesting", "Sealing",
                "Seasons", "SeededTesting", "Sharing", "Storage", "Studies", "StudyExport", "Tables", "Trips",
                grdb, sqlite,
            ]),
        tests(
            "StudyExportTests",
            [
                "Allergens", "Forms", "Geography", "SampleTesting", "SeededTesting", "StudyExport", "Tables",
                "Workbooks",
            ]),
        tests(
            "TablesTests",
            ["Allergens", "SampleTesting", "SeededTesting", "Tables", "Workbooks", "Zipping"]),
        tests("StudiesTests", ["Allergens", "Forms", "Geography", "Studies"]),
        tests("TopologyTests", ["Geography", "SampleTesting", "SeededTesting", "Topology"]),
        tests("TripsTests", ["Allergens", "Geography", "SampleTesting", "SeededTesting", "Trips"]),
        tests("WorkbooksTests", ["SampleTesting", "SeededTesting", "Workbooks", "Zipping"]),
        tests("ZippingTests", ["SampleTesting", "Zipping"]),
        .executableTarget(
            name: "breathe-bench",
            dependencies: [
                "Alerts", "Allergens", "Authentication", "CDeflate", "CEpoll", "Diary", "Drawing",
                "Forecasting", "Forms", "Geography", "Help",
                "Interpolation", "Matching", "Observations", "People", "PostgreSQL", "Rendering", "Sealing",
                "SeededTesting", "Storage", "Studies", "StudyExport", "Tables", "Trips", "Workbooks",
            ], path: "Tests/Benchmarks", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
