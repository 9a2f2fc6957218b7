import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// Settings of a struct, whose copies are one type to reports.
@Suite struct SettingStructsTests {
  private struct Form {
    @Setting("width") var width: Int?
    @Setting("height") var height: Int? = 2
  }

  @Test func aMissingStoreIsReportedOnceForEachProperty() {
    let log = IssueLog()
    let injector = PropertyInjector { $0.issueHandler = { log.append($0) } }
    for _ in 0..<3 {
      var form = Form()
      let result = injector.injectDependencies(to: &form, fileID: "App/Main.swift", line: 10)
      #expect(
        result.unfilled.map(\.reasonName) == [.noSettingsStore, .noSettingsStore])
      var copy = form
      injector.injectDependencies(to: &copy, fileID: "App/Main.swift", line: 10)
      form.width = 3
      #expect(form.width == 3 && copy.width == nil && copy.height == 2)
    }
    expectGoldenReports(.noSettingsStore, .noSettingsStore, in: log)
  }

  @Test func anUnreadableValueIsReportedOnceForAllCopies() {
    let log = IssueLog()
    let store = MemoryStore()
    store.setObject("wide", forKey: "width")
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: store)
    }
    for _ in 0..<3 {
      var form = Form()
      let injected = injector.injectDependencies(to: &form, fileID: "App/Main.swift", line: 10)
      #expect(injected.injected == ["width", "height"])
      let copy = form
      #expect(form.width == nil && copy.width == nil && copy.width == nil)
    }
    expectGoldenReports(.unreadableSetting, in: log)
  }

  @Test func copiesAreWindowsOntoOneSettingAndNoClashOfKeys() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: MemoryStore())
    }
    var form = Form()
    injector.injectDependencies(to: &form)
    var copy = form
    var other = Form()
    injector.injectDependencies(to: &other)
    copy.width = 5
    #expect(form.width == 5 && other.width == 5)
    other.height = 7
    form.height = nil
    #expect(copy.height == 2 && other.height == 2)
    #expect(log.issues.isEmpty)
  }
}

/// A `Sendable` struct with settings, whose copies are used on many threads.
@Suite struct SendableSettingsTests {
  private struct Form: Sendable {
    @Setting("width") var width: Int?
    @Setting("height") var height: Int? = 2
  }

  @Test func copiesAreReadAndWrittenOnManyThreads() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.useSettings(in: MemoryStore()) }
    var form = Form()
    injector.injectDependencies(to: &form)
    let first = form
    let heights = Threads.run(8) { _ in
      var copy = first
      for round in 0..<100 {
        copy.width = round
        _ = copy.width
      }
      return copy.height
    }
    #expect(heights.allSatisfy { $0 == 2 } && form.width == 99 && log.issues.isEmpty)
  }

  private actor Studio {
    func form(_ store: MemoryStore, _ log: IssueLog) -> (Form, [String]) {
      let injector = PropertyInjector { registry in
        registry.issueHandler = { log.append($0) }
        registry.confined(to: self) { $0.useSettings(in: store) }
      }
      var form = Form()
      let result = injector.injectDependencies(to: &form)
      return (form, result.unfilled.map(\.description))
    }
  }

  @Test func aStoreOfAnActorIsRefusedBecauseTheStructMayLeaveIt() async {
    let log = IssueLog()
    let store = MemoryStore()
    var (form, unfilled) = await Studio().form(store, log)
    #expect(unfilled == ["width (mayLeaveActor)", "height (mayLeaveActor)"])
    #expect(log.kinds == [.mayLeaveActor, .mayLeaveActor])
    form.width = 3
    #expect(form.width == 3 && store.object(forKey: "width") == nil)
  }
}
