// swift-tools-version:6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "breathe-easy",
    dependencies: [],
    targets: [
        .target(name: "Geography", swiftSettings: settings),
        .target(
            name: "Allergens", dependencies: ["Geography"],
            resources: [.embedInCode("Resources/taxonomy.json"), .embedInCode("Resources/scales.json")],
            swiftSettings: settings),
        .testTarget(name: "GeographyTests", dependencies: ["Geography"], swiftSettings: settings),
        .testTarget(
            name: "AllergensTests", dependencies: ["Allergens", "Geography"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
