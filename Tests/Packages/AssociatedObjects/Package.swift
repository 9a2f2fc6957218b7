// swift-tools-version: 6.2
import PackageDescription

// The storage as it is compiled where there is an Objective-C runtime, with a module that stands in for
// the runtime's, and the test of what it keeps there. The library's sources and tests are those of the
// repository, through links.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]
let package = Package(
  name: "AssociatedObjects",
  dependencies: [],
  targets: [
    .target(name: "ObjectEnds"),
    .target(name: "ObjectiveC", dependencies: ["ObjectEnds"]),
    .target(name: "PropertyInjection", swiftSettings: settings),
    .target(
      name: "PropertyInjectionStorage", dependencies: ["ObjectiveC"], swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["PropertyInjection"],
      // They are about settings and checks.
      exclude: [
        "ExplainedOutcome.swift", "PlainStore.swift", "Registry+Removing.swift", "TestSuite.swift",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AssociatedStorageTests",
      dependencies: ["PropertyInjection", "PropertyInjectionStorage", "TestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
