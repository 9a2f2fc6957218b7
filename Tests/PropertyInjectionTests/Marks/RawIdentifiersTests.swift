import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Properties whose names are written in backticks, as Swift 6.2 allows.
@Suite struct RawIdentifiersTests {
  private final class Page {
    @Injected var `page title`: String?
    @Required var `page number`: Int
    var `plain text`: String?
    @Injected("page title") var `class`: String?
    @Injected var `a-b`: Double?
    lazy var `last page`: Int? = 9
  }

  let log = IssueLog()

  @Test func theyAreFilledLikeAnyOther() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("page title", instance: "Rules")
      registry.register("page number", instance: 7)
      registry.register("a-b", instance: 1.5)
      registry.register("plain text", instance: "text")
      registry.declare("plain text", \Page.`plain text`)
    }
    #expect(injector.validate(including: Page()).findings.isEmpty)
    let page = Page()
    let result = injector.injectDependencies(to: page)
    #expect(page.`page title` == "Rules" && page.`page number` == 7 && page.`class` == "Rules")
    #expect(page.`plain text` == "text" && log.texts == [])
    #expect(result.injected == ["plain text", "page title", "page number", "class", "a-b"])
  }

  @Test func aLazyVariableIsSkippedLikeAnyOther() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("last page", instance: 7)
      registry.declare("last page", \Page.`last page`)
    }
    let page = Page()
    injector.injectDependencies(to: page)
    #expect(log.kinds.contains(.lazyProperty) && page.`last page` == 9)
  }

  @Test func theyAreReportedAsTheyAreWritten() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("plain text", instance: "text")
    }
    injector.injectDependencies(to: Page())
    let texts = log.texts.joined(separator: "\n")
    #expect(texts.contains("Page.`page title` stayed nil") && texts.contains("Page.`a-b` stayed"))
    #expect(texts.contains(#"registry.declare("plain text", \Page.`plain text`)"#))
    #expect(log.issues.map(\.name).contains("page number"))
  }
}
