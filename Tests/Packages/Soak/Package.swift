// swift-tools-version: 6.2
import PackageDescription

// What make soak runs. It depends on the library as any other package does; that line is put in by
// Tests/Scripts/make-package.
let libraries: [Target.Dependency] = [
  .product(name: "PropertyInjection", package: "swift-property-injection"),
  .product(name: "PropertyInjectionSettings", package: "swift-property-injection"),
  .product(name: "PropertyInjectionStorage", package: "swift-property-injection"),
]

let package = Package(
  name: "Soak",
  platforms: [.macOS(.v15)],
  dependencies: [],
  targets: [
    .executableTarget(name: "Soak", dependencies: libraries + ["Large", "Malloc"]),
    .systemLibrary(name: "Malloc"),
    // Most of it is generated: not optimized, which would take as long as all the rest.
    .target(name: "Large", dependencies: libraries, swiftSettings: [.unsafeFlags(["-Onone"])]),
  ]
)
