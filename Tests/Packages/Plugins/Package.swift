// swift-tools-version: 6.2
import PackageDescription

// A program and a plug-in that it loads. Linked statically, each has a copy of the library; linked
// dynamically, they share one. The sources are those of the repository, through a link.
let package = Package(
  name: "Plugins",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Plugin", type: .dynamic, targets: ["Plugin"]),
    .library(name: "PropertyInjectionDynamic", type: .dynamic, targets: ["PropertyInjection"]),
  ],
  dependencies: [],
  targets: [
    .target(
      name: "PropertyInjection",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .target(name: "Shop"),
    .target(name: "Plugin", dependencies: ["PropertyInjection", "Shop"]),
    .executableTarget(name: "Host", dependencies: ["PropertyInjection", "Shop"]),
  ],
  swiftLanguageModes: [.v6]
)
