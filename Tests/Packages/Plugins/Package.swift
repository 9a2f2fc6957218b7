// swift-tools-version: 6.2
import PackageDescription

// A program and a plug-in that it loads, which share one copy of the library. The sources are those of the repository,
// through links.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]
let package = Package(
  name: "Plugins",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Plugin", type: .dynamic, targets: ["Plugin"]),
    .library(
      name: "PropertyInjectionDynamic", type: .dynamic,
      targets: ["PropertyInjection", "PropertyInjectionChecking"]),
  ],
  dependencies: [],
  targets: [
    .target(name: "PropertyInjection", swiftSettings: settings),
    .target(
      name: "PropertyInjectionChecking", dependencies: ["PropertyInjection"],
      swiftSettings: settings),
    .target(name: "Plugin", dependencies: ["PropertyInjectionChecking"]),
    .executableTarget(name: "Host", dependencies: ["PropertyInjectionChecking"]),
  ],
  swiftLanguageModes: [.v6]
)
