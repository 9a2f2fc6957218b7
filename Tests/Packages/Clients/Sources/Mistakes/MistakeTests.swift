import PropertyInjection
import PropertyInjectionTesting
import Testing

#if canImport(XCTest)
  import XCTest
#endif

// Tests that fail: what they print is compared with expected.txt.

final class Form {
  var name: String?
  var number: Int?
}

let formModule = InjectionModule("Form") { registry in
  registry.register("name", instance: "of the program")
  registry.declare("name", \Form.name)
  registry.declare("number", \Form.number)
}

// One after the other: a detached task's warning names the tests that are running.
@Suite(.serialized, .injecting(formModule)) struct MistakeTests {
  @Test(.injecting { $0.register("number", instance: 1) })
  func noMistake() {
    PropertyInjector.injectDependencies(to: Form())
  }

  @Test func nothingIsRegisteredForAProperty() {
    PropertyInjector.injectDependencies(to: Form())
  }

  @Test(
    .injecting { registry in
      registry.register("number", instance: 1)
      registry.register("nmae", instance: "misspelt")
    })
  func aFakeIsMisspelt() {
    PropertyInjector.injectDependencies(to: Form())
  }

  @Test(
    .injecting { registry in
      registry.register("number", instance: 1)
      registry.register("name", instance: Character("a"))
    })
  func aFakeDoesNotFit() {
    PropertyInjector.injectDependencies(to: Form())
  }

  @Test(.injecting { $0.register("number", instance: 1) }, arguments: 1...2)
  func noCaseUsesAFake(number: Int) {}

  @Test(.injecting { $0.register("number", instance: 1) })
  func aDetachedTaskDoesNotSeeTheFakes() async {
    await Task.detached { _ = PropertyInjector.injectDependencies(to: Form()) }.value
    PropertyInjector.injectDependencies(to: Form())
  }

  @Test(
    .injecting { registry in
      registry.usePlaceholders()
      registry.register("number", instance: 1)
    })
  func aPlaceholderIsAskedFor() {
    PropertyInjector.injectDependencies(to: Form())
  }
}

#if canImport(XCTest)
  final class MistakeXCTests: XCTestCase {
    func testAFakeIsMisspelt() {
      injecting { registry in
        registry.install(formModule)
        registry.register("nmae", instance: "misspelt")
      } operation: {
        PropertyInjector.injectDependencies(to: Form())
      }
    }

    // Asynchronous methods do not run on the main thread.
    func testAwayFromTheMainThread() async {
      func inject() {
        injecting {
          $0.register("name", instance: "x")
        } operation: {
        }
      }
      inject()
    }
  }
#endif
