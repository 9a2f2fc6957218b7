// swift-tools-version: 6.2
import PackageDescription

// A program, and the tests of another, as users build theirs: in each language mode, and under each default isolation.
// The package depends on the library as any other does; that line is put in by Tests/Scripts/make-package.
let modes: [String: [SwiftSetting]] = [
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
]
// Those of the program alone.
let further: [String: [SwiftSetting]] = [
  // Swift 5 on its way to 6.
  "Swift5Complete": [
    .swiftLanguageMode(.v5), .unsafeFlags(["-strict-concurrency=complete"]),
  ],
  "WithoutMetadata": [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])],
  "WithoutNames": [.unsafeFlags(["-Xfrontend", "-disable-reflection-names"])],
]

func products(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "swift-property-injection") }
}

let tests = modes.map { (name: $0 + "Tests", settings: $1) }
let package = Package(
  name: "Clients",
  platforms: [.macOS(.v15)],
  dependencies: [],
  targets: modes.merging(further) { mode, _ in mode }.map { name, settings in
    .executableTarget(
      name: name,
      dependencies: products(
        "PropertyInjection", "PropertyInjectionSettings", "PropertyInjectionStorage"),
      swiftSettings: settings)
  } + [
    .target(
      name: "Tracker",
      dependencies: products("PropertyInjection", "PropertyInjectionSettings"))
  ]
    // The tests in Mistakes fail.
    + (tests + [("Mistakes", [.swiftLanguageMode(.v6)])]).map { name, settings in
      .testTarget(
        name: name,
        dependencies: ["Tracker"]
          + products("PropertyInjectionChecking", "PropertyInjectionTesting"),
        path: "Sources/\(name)", swiftSettings: settings)
    }
)
