// swift-tools-version: 6.2
import PackageDescription

// Programs whose size is measured. They depend on the library as any other package does; that line is put in by
// Tests/Scripts/make-package.
let package = Package(
  name: "Size",
  platforms: [.macOS(.v15)],
  dependencies: [],
  targets: [
    .executableTarget(name: "Empty"),
    .executableTarget(
      name: "Core",
      dependencies: [.product(name: "PropertyInjection", package: "swift-property-injection")]),
    .executableTarget(
      name: "Checking",
      dependencies: [
        .product(name: "PropertyInjection", package: "swift-property-injection"),
        .product(name: "PropertyInjectionChecking", package: "swift-property-injection"),
      ]),
  ]
)
