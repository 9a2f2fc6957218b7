// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Departures",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../swift-property-injection")
  ],
  targets: [
    .executableTarget(
      name: "Departures",
      dependencies: [
        .product(name: "PropertyInjection", package: "swift-property-injection"),
        .product(name: "PropertyInjectionChecking", package: "swift-property-injection"),
      ]),
    .testTarget(
      name: "DeparturesTests",
      dependencies: [
        "Departures",
        .product(name: "PropertyInjectionTesting", package: "swift-property-injection"),
      ]),
  ]
)
