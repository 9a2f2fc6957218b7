// swift-tools-version: 6.2
import PackageDescription

// The library's rooms, from the bottom up. The tests of each are a target of their own, so that a change
// of one compiles no other.
let rooms = ["Facts", "Reports", "Marks", "Registry", "Engine", "Filling"]
// What has a target of its own within the tests of a room, because of their number.
let parts = ["Filling/Actors"]

// Apple's stores ask for the reason to use UserDefaults. Elsewhere the file would be a folder beside each program.
#if os(macOS)
  let (settingsResources, settingsExcluded): ([Resource], [String]) = (
    [.copy("PrivacyInfo.xcprivacy")], []
  )
#else
  let (settingsResources, settingsExcluded): ([Resource], [String]) = (
    [], ["PrivacyInfo.xcprivacy"]
  )
#endif

let package = Package(
  name: "swift-property-injection",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PropertyInjection", targets: ["PropertyInjection"]),
    // For a program that loads plug-ins, which are to share one copy of it.
    .library(
      name: "PropertyInjectionDynamic", type: .dynamic,
      targets: ["PropertyInjection", "PropertyInjectionChecking"]),
    // For programs and tests that check a configuration before anything is injected.
    .library(name: "PropertyInjectionChecking", targets: ["PropertyInjectionChecking"]),
    .library(name: "PropertyInjectionSettings", targets: ["PropertyInjectionSettings"]),
    // Values for the computed properties of extensions; it depends on nothing.
    .library(name: "PropertyInjectionStorage", targets: ["PropertyInjectionStorage"]),
    // For test targets.
    .library(name: "PropertyInjectionTesting", targets: ["PropertyInjectionTesting"]),
  ],
  dependencies: [],
  targets: [
    // The library.
    .target(name: "PropertyInjection"),
    .target(name: "PropertyInjectionChecking", dependencies: ["PropertyInjection"]),
    .target(name: "PropertyInjectionStorage"),
    .target(
      name: "PropertyInjectionSettings", dependencies: ["PropertyInjection"],
      exclude: settingsExcluded, resources: settingsResources),
    .target(
      name: "PropertyInjectionTesting",
      dependencies: [
        "PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionSettings",
      ]),

    // Programs.
    .executableTarget(
      name: "Demo", dependencies: ["PropertyInjection", "PropertyInjectionChecking"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionStorage"]),

    // Tests.
    .target(
      // What several of them use: logs, counters, stores, threads.
      name: "TestSupport",
      dependencies: [
        "PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionSettings",
      ],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "PropertyInjectionTests",
      dependencies: [
        "PropertyInjection", "PropertyInjectionChecking", "TestSupport", "WithoutMetadata",
        "WithoutNames",
      ],
      exclude: rooms + ["Golden"]),
    .testTarget(
      name: "PropertyInjectionCheckingTests",
      dependencies: [
        "Harbor", "PropertyInjectionChecking", "PropertyInjectionTesting", "TestSupport",
        "WithoutMetadata", "WithoutNames",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "PropertyInjectionSettingsTests",
      dependencies: ["PropertyInjectionChecking", "PropertyInjectionSettings", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "PropertyInjectionStorageTests",
      dependencies: ["PropertyInjection", "PropertyInjectionStorage", "TestSupport"]),
    .testTarget(
      name: "PropertyInjectionTestingTests",
      dependencies: ["PropertyInjectionChecking", "PropertyInjectionTesting", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      // Enters the library again from every piece of code that it calls.
      name: "FaultPointTests",
      dependencies: [
        "PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionSettings",
        "PropertyInjectionStorage", "TestSupport",
      ]),
    .testTarget(
      // Runs threads in every order; debug builds only.
      name: "ScheduleTests", dependencies: ["PropertyInjection", "ReferenceModel", "TestSupport"]),
    .testTarget(
      // Its types belong to the main actor where they do not say otherwise.
      name: "MainActorTests",
      dependencies: [
        "Cookbook", "PropertyInjectionChecking", "PropertyInjectionSettings",
        "PropertyInjectionStorage", "PropertyInjectionTesting", "TestSupport",
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      // The application of the guide for such modules.
      name: "Cookbook",
      dependencies: [
        "PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionSettings",
      ],
      path: "Tests/Samples/Cookbook", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      // The types and the errors of Foundation, as values, owners and causes.
      name: "PlatformTests",
      dependencies: [
        "PropertyInjectionChecking", "PropertyInjectionStorage", "PropertyInjectionTesting",
        "TestSupport",
      ]),
    .testTarget(
      // Runs the programs below, which every build for testing builds along. It does not link them:
      // one of them takes the place of malloc.
      name: "SamplesTests",
      dependencies: [
        "PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionSettings",
        "PropertyInjectionStorage", "PropertyInjectionTesting", "TestSupport", "Tracker",
      ]),
    .executableTarget(
      name: "ReadmeProgram", dependencies: ["PropertyInjection"],
      path: "Tests/Samples/ReadmeProgram"),
    // Ends with what a call throws.
    .executableTarget(
      name: "FailingProgram", dependencies: ["PropertyInjection", "PropertyInjectionChecking"],
      path: "Tests/Samples/FailingProgram"),
    // The package that the guide "Getting started" makes.
    .executableTarget(
      name: "Station", dependencies: ["PropertyInjection"], path: "Tests/Samples/Station"),
    .testTarget(
      name: "StationTests",
      dependencies: ["Station", "PropertyInjection", "PropertyInjectionTesting"]),
    // The package that the tutorial makes: links to the files that it shows last.
    .executableTarget(
      name: "Departures", dependencies: ["PropertyInjection", "PropertyInjectionChecking"],
      path: "Tests/Samples/Departures"),
    .testTarget(
      name: "DeparturesTests",
      dependencies: [
        "Departures", "PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionTesting",
      ]),
    .testTarget(
      // That the checks of the programs miss each of their bindings.
      name: "ProgramsTests",
      dependencies: [
        "Demo", "Departures", "PropertyInjection", "PropertyInjectionChecking", "Station",
        "TestSupport",
      ]),
    // A program of the size of a tool, which is an example.
    .executableTarget(
      name: "Importer",
      dependencies: [
        "PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionSettings",
      ],
      path: "Docs/Examples/Importer/Sources"),
    .testTarget(
      name: "ImporterTests",
      dependencies: ["Importer", "PropertyInjectionChecking", "PropertyInjectionTesting"],
      path: "Docs/Examples/Importer/Tests"),
    .target(
      // A program whose types only checks find.
      name: "Harbor", dependencies: ["PropertyInjection", "PropertyInjectionSettings"],
      path: "Tests/Samples/Harbor"),
    .executableTarget(
      name: "SettingsProgram", dependencies: ["PropertyInjectionSettings"],
      path: "Tests/Samples/SettingsProgram"),
    .target(
      // A program whose tests are an example.
      name: "Tracker", dependencies: ["PropertyInjection", "PropertyInjectionSettings"],
      path: "Tests/Samples/Tracker"),
    .testTarget(
      name: "TrackerTests",
      dependencies: ["PropertyInjectionChecking", "PropertyInjectionTesting", "Tracker"]),
    .executableTarget(
      name: "AllocationCount", dependencies: ["PropertyInjection", "CountingMalloc"],
      path: "Tests/Samples/AllocationCount"),
    .target(name: "CountingMalloc", path: "Tests/Samples/CountingMalloc"),

    // The rules once more, written without a look at the library, and random sequences that compare
    // the two.
    .target(
      name: "ReferenceModel",
      dependencies: ["PropertyInjection", "PropertyInjectionChecking", "TestSupport"],
      path: "Tests/Model/ReferenceModel"),
    .testTarget(
      name: "ModelTests", dependencies: ["ReferenceModel", "TestSupport"],
      path: "Tests/Model/ModelTests"),
    .executableTarget(name: "Fuzz", dependencies: ["ReferenceModel"], path: "Tests/Model/Fuzz"),

    // Clients whose types cannot be reflected, built the way such clients are.
    .target(
      name: "WithoutMetadata", dependencies: ["PropertyInjection"],
      path: "Tests/Clients/WithoutMetadata",
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
    .target(
      name: "WithoutNames", dependencies: ["PropertyInjection"],
      path: "Tests/Clients/WithoutNames",
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-names"])]),
  ],
  swiftLanguageModes: [.v6]
)

for folder in rooms + parts {
  let inside = parts.filter { $0.hasPrefix(folder + "/") }.map { $0.dropFirst(folder.count + 1) }
  let golden = folder == "Reports" ? ["Golden"] : []
  package.targets.append(
    .testTarget(
      name: folder.split(separator: "/").last! + "Tests",
      dependencies: [
        "PropertyInjection", "PropertyInjectionChecking", "PropertyInjectionTesting", "TestSupport",
      ],
      path: "Tests/PropertyInjectionTests/\(folder)", exclude: inside.map(String.init) + golden))
}

for target in package.targets {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  ]
  if target.type == .test || target.name == "TestSupport" {
    // In a release build the library is optimized, and what tests it is not, nor is it read a second time for what
    // others import of it: half the time to build.
    settings.append(
      .unsafeFlags(
        ["-Onone", "-gnone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
  }
  if ["Cookbook", "Demo", "Departures", "Importer", "Station"].contains(target.name) {
    // Their tests import them as testable, in every build.
    settings.append(.unsafeFlags(["-enable-testing"], .when(configuration: .release)))
  }
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
