// swift-tools-version: 6.2
import PackageDescription

// The tests of the tracker, built as users build theirs, and tests that fail. The package depends on the library as
// any other package does; that line is put in by Tests/Scripts/make-package.
let tests: [String: [SwiftSetting]] = [
  "Swift5": [.swiftLanguageMode(.v5)],
  "Swift6": [.swiftLanguageMode(.v6)],
  "MainActorDefault": [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)],
  // What a new project of Xcode 26 is built with.
  "Approachable": [
    .swiftLanguageMode(.v5), .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("DisableOutwardActorInference"),
    .enableUpcomingFeature("GlobalActorIsolatedTypesUsability"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InferSendableFromCaptures"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ],
  "Mistakes": [.swiftLanguageMode(.v6)],
]

let package = Package(
  name: "Testing",
  platforms: [.macOS(.v15)],
  dependencies: [],
  targets: [
    .target(
      name: "Tracker",
      dependencies: [
        .product(name: "PropertyInjection", package: "swift-property-injection"),
        .product(name: "PropertyInjectionSettings", package: "swift-property-injection"),
      ], path: "Sources/Tracker")
  ]
    + tests.sorted { $0.key < $1.key }.map { name, settings in
      .testTarget(
        name: name,
        dependencies: [
          "Tracker",
          .product(name: "PropertyInjectionChecking", package: "swift-property-injection"),
          .product(name: "PropertyInjectionTesting", package: "swift-property-injection"),
        ],
        path: "Sources/\(name)", swiftSettings: settings)
    }
)
