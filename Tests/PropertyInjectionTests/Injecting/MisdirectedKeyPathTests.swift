import PropertyInjection
import TestSupport
import Testing

/// Key paths that lead to another property than the one that they are declared for.
@Suite struct MisdirectedKeyPathTests {
  @Test func theFirstInjectionOfAClassFindsIt() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "a")
      registry.register("subtitle", instance: "b")
      registry.declare("title", \Page.subtitle, fileID: "App/Setup.swift", line: 1)
      registry.declare("subtitle", \Page.title, fileID: "App/Setup.swift", line: 2)
    }
    injector.injectDependencies(to: Page(), fileID: "App/Main.swift", line: 3)
    // Both are named: each finds the other's field written.
    #expect(log.issues.map(\.name) == ["title", "subtitle"])
    #expect(
      log.texts.first == """
        Page.title is declared with a key path that leads to Page.subtitle or Page.other or \
        Page.observed.
          declared at    App/Setup.swift:1
          injected at    App/Main.swift:3
          to fix         write \\Page.title, or declare it under the other's name, with from:.
        """)
    injector.injectDependencies(to: Page())
    #expect(log.issues.count == 2)
  }

  private final class Form {
    var a, b, c, d, e: String?
    var number: Int?
  }

  @Test func threeOfTheFieldsThatItMayLeadToAreNamed() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("a", instance: "text")
      registry.declare("a", \Form.c)
    }
    injector.injectDependencies(to: Form())
    #expect(log.texts.first?.contains("leads to Form.b or Form.c or Form.d.\n") == true)
  }

  @Test func aFieldOfAnotherTypeIsNotTheOneThatIsMeant() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("a", instance: 1)
      registry.declare("a", \Form.number)
    }
    let form = Form()
    injector.injectDependencies(to: form)
    #expect(form.number == 1 && log.texts == [])
  }

  private class Labelled {
    private var label: String?
  }
  private final class Relabelled: Labelled {
    var label: String?
    var other: String?
    weak var service: Service?
    weak var spare: Service?
  }

  @Test func aSuperclassMayHaveAFieldOfTheNameThatItKeepsToItself() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("label", instance: "text")
      registry.declare("label", \Relabelled.other)
    }
    injector.injectDependencies(to: Relabelled())
    #expect(log.kinds == [.misdirectedKeyPath])
  }

  @Test func theStorageOfAWeakPropertyIsNotLookedAt() {
    let log = IssueLog()
    let service = Service()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service", instance: service)
      registry.declare("service", \Relabelled.spare)
    }
    let object = Relabelled()
    injector.injectDependencies(to: object)
    #expect(object.spare === service && log.texts == [])
  }

  @Test func theFirstInjectionOfAStructFindsIt() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "a")
      registry.declare("title", \Heading.subtitle)
    }
    var heading = Heading()
    injector.injectDependencies(to: &heading)
    #expect(log.kinds == [.misdirectedKeyPath] && heading.subtitle == "a")
  }

  @Test func aFactoryFindsItLikeAnInstance() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title") { "made" }
      registry.declare("title", \Page.subtitle)
    }
    injector.injectDependencies(to: Page())
    #expect(log.kinds == [.misdirectedKeyPath])
  }

  @Test func aConfigurationWithValuesForARequestFindsIt() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", in: .graph) { "made" }
      registry.declare("title", \Page.subtitle)
    }
    injector.injectDependencies(to: Page())
    #expect(log.kinds == [.misdirectedKeyPath])
  }

  @Test func whatLeadsWhereItSaysIsNotReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for name in ["title", "subtitle", "observed", "computed"] {
        registry.register(.named(name), instance: name)
      }
      registry.declare("title", \Page.title)
      // Under another name on purpose.
      registry.declare("second", \Page.subtitle, from: "subtitle")
      registry.declare("observed", \Page.observed)
      registry.declare("computed", \Page.computed)
      registry.declare("title", \Subpage.title)
    }
    let page = Page()
    injector.injectDependencies(to: page)
    injector.injectDependencies(to: Subpage())
    #expect(page.title == "title" && page.subtitle == "subtitle")
    #expect(log.kinds.filter { $0 == .misdirectedKeyPath } == [])
  }
}

private class Page {
  var title: String?
  var subtitle: String?
  var other: String?

  var observed: String? {
    didSet { other = observed }
  }

  var computed: String? {
    get { other }
    set { other = newValue }
  }
}

private final class Subpage: Page {
  // Stores in another place what is declared for the superclass, too.
  override var title: String? {
    get { other }
    set { other = newValue }
  }
}

private struct Heading {
  var title: String?
  var subtitle: String?
}
