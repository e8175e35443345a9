// swift-tools-version:6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A module of ours; its dependencies are the whole list of what it may import.
func module(_ name: String, _ dependencies: [Target.Dependency], embedding files: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, resources: files.map { .embedInCode($0) },
        swiftSettings: settings)
}

/// A module that owns handles of a C library: every unsafe step is marked.
func wrapper(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings + [.strictMemorySafety()])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
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
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPCompression = Target.Dependency.product(name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")

/// What the API's definition is joined from.
let apiChapters = [
    "accounts", "air", "alerts", "channels", "document", "maps", "ogc", "operations", "operators", "pages",
    "persons", "privacy", "providers", "regions", "research", "stations", "subscribers",
]

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
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
    ],
    targets: [
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CGD", pkgConfig: "gdlib", providers: [.apt(["libgd-dev"])]),
        .systemLibrary(name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"])]),
        .systemLibrary(name: "CEpoll", path: "Tests/CEpoll"),
        .systemLibrary(name: "CLibc"),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"])]),
        module("Addressing", []),
        module("Sealing", [crypto]),
        module("Geography", []),
        module(
            "Allergens", ["Geography"],
            embedding: ["taxonomy", "scales", "air-quality", "class-scales"].map { "Resources/\($0).json" }),
        wrapper("Topology", ["CGEOS", "Geography"]),
        wrapper("Projection", ["CPROJ", "Geography"]),
        module("Feeds", ["Allergens", "Geography"]),
        module("Simulation", ["Allergens", "Geography"]),
        wrapper("Deflation", ["CDeflate"]),
        wrapper("Drawing", ["CCairo", "CDeflate", "Deflation"]),
        wrapper("Inflation", ["CZlib"]),
        wrapper("Zipping", ["CZip"]),
        module("Caching", []),
        module("Basemap", ["Caching", "Drawing", "Geography"]),
        module("Interpolation", ["Allergens", "Geography"]),
        module("Forecasting", ["Allergens"]),
        module("Evaluation", ["Allergens", "Forecasting", "Geography", "Interpolation"]),
        module("Rendering", ["Allergens", "Caching", "Drawing", "Geography", "Interpolation", crypto]),
        module("Atlas", ["Allergens", "Caching", "Geography", "Interpolation", "Rendering"]),
        module("Matching", ["Allergens", "Geography", "Projection", "Topology"]),
        module(
            "Storage",
            ["Allergens", "Forecasting", "Geography", "Projection", "Sealing", crypto, grdb, sqlite]),
        module(
            "Wording", ["Allergens", "Geography"],
            embedding: ["de", "en", "es", "fr", "it"].map { "Resources/\($0).json" }),
        wrapper("Mail", ["CCurl"]),
        wrapper("Portraits", ["CGD"]),
        module(
            "Delivery",
            [
                "Addressing", "Allergens", "Geography", "Mail", "Wording", asyncHTTPClient, crypto, lifecycle,
                logging, nio,
                nioHTTP1, nioHTTPCompression, nioPosix, nioSSL,
            ]),
        module("Pulling", ["Allergens", "Delivery", "Feeds", lifecycle, logging, metrics]),
        module("Federation", [crypto, jwtKit]),
        module(
            "Access", ["Allergens", "Sealing", crypto, cryptoExtras],
            embedding: ["Resources/common-passwords.txt"]),
        module("Alerting", ["Allergens", "Geography", "Matching", "Topology"]),
        module(
            "Web",
            [
                "Addressing", "Allergens", "Caching", "Deflation", "Geography", "Inflation", "Topology",
                "Wording",
                "Zipping",
                crypto, httpTypes,
                hummingbird,
                hummingbirdCore, hummingbirdHTTP2, logging,
                metrics,
                nio, nioHTTP1, nioHTTPTypes, nioPosix, nioSSL, nioTLS,
            ],
            embedding: ["Site"] + apiChapters.map { "OpenAPI/\($0).json" }
                + ["Resources/ogc-api.json"]),
        module(
            "Server",
            [
                "Access", "Addressing", "Alerting", "Allergens", "Atlas", "Basemap", "CLibc", "Delivery",
                "Drawing", "Federation", "Feeds", "Forecasting", "Geography", "Interpolation", "Mail",
                "Portraits",
                "Pulling",
                "Rendering", "Sealing", "Simulation", "Storage", "Topology", "Web", configuration,
                coreMetrics, crypto, hummingbird, lifecycle, logging, metrics, nio, nioPosix, unixSignals,
            ]),
        .executableTarget(
            name: "breathe",
            dependencies: [
                "Alerting", "Allergens", "Atlas", "CLibc", "Drawing", "Evaluation", "Feeds", "Forecasting",
                "Geography", "Pulling", "Rendering", "Sealing", "Server", "Simulation", "Storage", "Web",
                "Wording",
                argumentParser, coreMetrics, logging,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "breathe-bench",
            dependencies: [
                "Access", "Allergens", "CDeflate", "CEpoll", "Drawing", "Geography", "Interpolation",
                "Matching",
                "Rendering", "Sealing", "SeededTesting", "Storage",
            ],
            path: "Tests/Benchmarks", swiftSettings: settings),
        .target(
            name: "SeededTesting", dependencies: ["Geography"], path: "Tests/SeededTesting",
            swiftSettings: settings),
        .target(
            name: "SampleTesting",
            dependencies: ["Allergens", "Drawing", "Geography", "Sealing", "Storage"],
            path: "Tests/SampleTesting", exclude: ["Scripts"],
            swiftSettings: settings),
        tests("GeographyTests", ["Geography", "SeededTesting"]),
        tests("AllergensTests", ["Allergens", "Geography", "SeededTesting"]),
        tests(
            "BasemapTests", ["Basemap", "Drawing", "Geography", "SampleTesting", "SeededTesting", "Server"]),
        tests("DrawingTests", ["Drawing"]),
        tests("SealingTests", ["SampleTesting", "Sealing"]),
        tests("InterpolationTests", ["Allergens", "Geography", "Interpolation", "SeededTesting"]),
        tests("EvaluationTests", ["Allergens", "Evaluation", "Feeds", "Forecasting", "Geography"]),
        tests("ForecastingTests", ["Allergens", "Forecasting"]),
        tests(
            "RenderingTests",
            [
                "Allergens", "Drawing", "Geography", "Interpolation", "Rendering", "SampleTesting",
                "SeededTesting", "Simulation",
            ]),
        tests("TopologyTests", ["Geography", "SampleTesting", "SeededTesting", "Topology"]),
        tests("SimulationTests", ["Allergens", "Geography", "Simulation"]),
        tests("ProjectionTests", ["Geography", "Projection"]),
        tests(
            "EndToEndTests",
            [
                "Access", "Addressing", "Allergens", "Delivery", "Drawing", "Geography", "SampleTesting",
                "Sealing", "SeededTesting", "Server",
                "Storage", "Web",
                "breathe",
                asyncHTTPClient, httpTypes, logging, nio, nioHTTP1, nioSSL,
            ]),
        tests("FeedsTests", ["Allergens", "Feeds", "Geography"]),
        tests("InflationTests", ["Inflation"]),
        tests("ZippingTests", ["SampleTesting", "Zipping"]),
        tests(
            "MatchingTests",
            ["Allergens", "Geography", "Matching", "Projection", "SeededTesting", "Topology"]),
        tests(
            "StorageTests",
            [
                "Allergens", "Forecasting", "Geography", "SampleTesting", "Sealing", "SeededTesting",
                "Storage", grdb,
            ]),
        tests(
            "AlertingTests",
            [
                "Alerting", "Allergens", "Forecasting", "Geography", "Projection", "SampleTesting",
                "SeededTesting", "Storage", "Topology", "Wording",
            ]),
        tests(
            "DeliveryTests",
            [
                "Addressing", "Allergens", "Delivery", "Geography", "Mail", "SampleTesting", "Storage",
                crypto, lifecycle,
                logging,
            ]),
        tests(
            "PullingTests",
            [
                "Alerting", "Allergens", "Delivery", "Feeds", "Pulling", "SampleTesting", "Server", "Storage",
                lifecycle, logging,
            ]),
        tests("PortraitsTests", ["CGD", "Portraits"]),
        tests("MailTests", ["Mail", "SampleTesting"]),
        tests("WordingTests", ["Allergens", "Geography", "Wording"]),
        tests("FederationTests", ["Federation", crypto, cryptoExtras, jwtKit]),
        tests("AccessTests", ["Access", "Allergens", "SampleTesting", "Sealing", "Storage", crypto]),
        tests(
            "AtlasTests",
            [
                "Allergens", "Atlas", "Forecasting", "Geography", "Interpolation", "Rendering",
                "SampleTesting", "Storage",
            ]),
        tests(
            "WebTests",
            [
                "Addressing", "Allergens", "Geography", "SampleTesting", "SeededTesting", "Web", httpTypes,
                hummingbird,
                hummingbirdTesting,
                logging, nio, nioEmbedded, nioHTTPTypes,
            ]),
        tests(
            "ServerTests",
            [
                "Access", "Addressing", "Alerting", "Allergens", "Atlas", "Feeds", "Forecasting", "Geography",
                "Inflation", "Pulling", "SampleTesting", "Sealing", "SeededTesting", "Server", "Storage",
                "Web",
                coreMetrics, grdb,
                logging,
            ]),
    ],
    swiftLanguageModes: [.v6]
)
