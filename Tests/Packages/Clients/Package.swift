// swift-tools-version: 6.2
import PackageDescription

// One program, built as its users would build it. It depends on the library as any other package does; that
// line is put in by Tests/Scripts/make-package.
let clients: [String: [SwiftSetting]] = [
  "Swift5": [.swiftLanguageMode(.v5)],
  // Swift 5 on its way to 6.
  "Swift5Complete": [
    .swiftLanguageMode(.v5), .unsafeFlags(["-strict-concurrency=complete"]),
  ],
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
  "WithoutMetadata": [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])],
  "WithoutNames": [.unsafeFlags(["-Xfrontend", "-disable-reflection-names"])],
]

let package = Package(
  name: "Clients",
  platforms: [.macOS(.v15)],
  dependencies: [],
  targets: clients.sorted { $0.key < $1.key }.map { name, settings in
    .executableTarget(
      name: name,
      dependencies: [
        .product(name: "PropertyInjection", package: "swift-property-injection"),
        .product(name: "PropertyInjectionSettings", package: "swift-property-injection"),
        .product(name: "PropertyInjectionStorage", package: "swift-property-injection"),
      ],
      swiftSettings: settings)
  }
)
