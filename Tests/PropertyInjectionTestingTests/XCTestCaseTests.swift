#if canImport(XCTest)
  import PropertyInjection
  import PropertyInjectionTesting
  import XCTest

  /// Overrides for each method of a class.
  final class InvokedInjectingTests: XCTestCase {
    override func invokeTest() {
      injecting(reportingUnused: false) { registry in
        registry.install(deskModule)
        registry.register("pens", instance: 11, replacing: true)
        registry.onMainActor { $0.register("blotter", instance: Blotter()) }
      } operation: {
        super.invokeTest()
      }
    }

    override func setUp() {
      XCTAssertEqual(PropertyInjector.shared.instance(for: .pens), 11)
    }

    func testSynchronousMethods() {
      let desk = Desk()
      PropertyInjector.injectDependencies(to: desk)
      XCTAssertEqual(desk.pens, 11)
      XCTAssertEqual(desk.open().lamp?.name, "module")
    }

    func testAsynchronousMethods() async {
      await Task.yield()
      XCTAssertEqual(PropertyInjector.shared.instance(for: .pens), 11)
    }

    @MainActor func testMethodsOfTheMainActor() async {
      let blotter: Blotter? = PropertyInjector.shared.instance(for: "blotter")
      XCTAssertNotNil(blotter)
    }

    func testFakesMayBeAdded() async {
      PropertyInjector.addOverrides { $0.register("pens", instance: 13) }
      await Task.yield()
      XCTAssertEqual(PropertyInjector.shared.instance(for: .pens), 13)
    }

    private static let module = InjectionModule("Other") { $0.register("other", instance: 14) }
    private static let pads = MainActorModule("Pads") { registry in
      registry.register("other", instance: 16)
    }
    private var other: Int? { PropertyInjector.shared.instance(for: "other") }

    func testModulesMayBeGiven() {
      XCTAssertEqual(injecting(Self.module) { other }, 14)
      injecting(Self.module) {
        $0.register("other", instance: 15)
      } operation: {
        XCTAssertEqual(other, 15)
      }
    }

    @MainActor func testModulesOfTheMainActorMayBeGiven() {
      injecting(Self.pads) { XCTAssertEqual(PropertyInjector.shared.instance(for: "other"), 16) }
    }

    func testModulesMayBeGivenToAsynchronousCode() async {
      await injecting(Self.module) {
        await Task.yield()
        XCTAssertEqual(other, 14)
      }
    }

    func testOverridesOfAMethodGoFirst() async {
      await injecting {
        $0.register("pens", instance: 12)
      } operation: {
        await Task.yield()
        XCTAssertEqual(PropertyInjector.shared.instance(for: .pens), 12)
      }
      XCTAssertEqual(PropertyInjector.shared.instance(for: .pens), 11)
    }

    #if !canImport(Darwin)
      private var failures: [String]?

      override func recordFailure(
        withDescription text: String, inFile file: String, atLine line: Int, expected: Bool
      ) {
        guard failures == nil else { return failures!.append("\(file): \(text)") }
        super.recordFailure(withDescription: text, inFile: file, atLine: line, expected: expected)
      }

      func testAnIssueOfTheInjectorFailsTheTest() {
        failures = []
        injecting { _ in
        } operation: {
          PropertyInjector.shared.instance(for: "nib") as Int?
        }
        let texts = failures ?? []
        failures = nil
        XCTAssertEqual(texts.count, 1)
        XCTAssert(texts.first?.contains("XCTestCaseTests.swift") == true, "\(texts)")
        XCTAssert(texts.first?.contains("nothing is registered under \"nib\"") == true, "\(texts)")
      }

      func testAFakeThatNothingUsesFailsTheTest() {
        failures = []
        injecting {
          $0.register("nib", instance: 1)
        } operation: {
        }
        let texts = failures ?? []
        failures = nil
        XCTAssertEqual(texts.count, 1)
        XCTAssert(texts.first?.contains("nib") == true, "\(texts)")
      }
    #endif
  }
#endif
