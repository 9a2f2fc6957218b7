import Dispatch
import PropertyInjection
import TestSupport
import Testing

/// The process's own injector.
///
/// Each test has a process to itself.
@Suite struct PropertyInjectorSharedTests {
  @Test("Rule 8: the first configuration takes effect, and injects")
  func itIsConfiguredOnceAndInjects() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.configure { registry in
        registry.register("number", instance: 1)
        registry.declare("number", \Player.number)
        registry.declare("number", \Form.number)
      }
      let player = Player()
      var form = Form()
      let result = PropertyInjector.injectDependencies(to: player)
      PropertyInjector.injectDependencies(to: &form)
      precondition(player.number == 1 && form.number == 1)
      precondition(result.injected == ["number"])
      let players = [Player(), Player()]
      var forms = [Form(), Form()]
      precondition(PropertyInjector.injectDependencies(toEach: players).incomplete.isEmpty)
      precondition(PropertyInjector.injectDependencies(toEach: &forms).incomplete.isEmpty)
      precondition(players.map(\.number) == [1, 1] && forms.map(\.number) == [1, 1])
      precondition(PropertyInjector.shared.instance(for: "number") == 1)
    }
  }

  @Test func itDecidesInjectsStaticPropertiesAndTakesAccessorsOff() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.configure { registry in
        registry.intercept("volume", get: { _ in 5 })
        registry.register("number", instance: 1)
        registry.declare("number", \Player.number)
        registry.declare("number", \Form.number)
        registry.declare("number", \SharedStatics.Type.number)
      }
      let player = Player()
      PropertyInjector.shared.injectDependencies(to: player) { _ in .inject(7) }
      precondition(player.number == 7)
      PropertyInjector.shared.injectDependencies(toStaticPropertiesOf: SharedStatics.self)
      precondition(SharedStatics.number == 1)
      let radio = Radio()
      PropertyInjector.injectDependencies(to: radio)
      precondition(radio.volume == 5)
      precondition(PropertyInjector.shared.removeAccessors(of: radio) { _ in false }.isEmpty)
      precondition(PropertyInjector.shared.removeAccessors(of: radio) == ["volume"])
    }
  }

  @Test("Rule 8: configuring again runs nothing, reports both places")
  func configuringItAgainDoesNotRunTheClosureAndReportsBothPlaces() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      PropertyInjector.configure(fileID: "App/Main.swift", line: 1) {
        $0.register("number", instance: 1)
      }
      PropertyInjector.configure(fileID: "App/Other.swift", line: 2) { _ in
        preconditionFailure("not run")
      }
      precondition(PropertyInjector.shared.instance(for: "number") == 1)
    }
    expectGolden(text(result.standardErrorContent))
  }

  @Test func whatIsDerivedTooEarlySaysThatNothingIsConfigured() async {
    await #expect(processExitsWith: .success) {
      let log = IssueLog()
      let early = PropertyInjector.shared.overriding {
        $0.issueHandler = { log.append($0) }
        $0.register("number", instance: 1)
        $0.declare("number", \Player.number)
        $0.declare("clock", \Player.clock)
      }
      let player = Player()
      early.injectDependencies(to: player)
      precondition(player.number == 1 && log.kinds == [.notConfigured])
      precondition(early.instance(of: Service.self) == nil && log.kinds.count == 2)
      precondition(log.texts[1].contains("Task.detached"))
    }
  }

  /// A preview's body is compiled for release, too.
  @Test func anOptimizedBuildReportsThatItIsNotConfiguredAgain() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      for _ in 0..<2 {
        PropertyInjector.reconfigure(fileID: "App/Early.swift", line: 1) {
          $0.register("number", instance: 2)
        }
      }
      PropertyInjector.configure(fileID: "App/Main.swift", line: 1) {
        $0.register("number", instance: 1)
      }
      for _ in 0..<2 {
        PropertyInjector.reconfigure(fileID: "App/Preview.swift", line: 3) {
          $0.register("number", instance: 2)
        }
      }
      #if DEBUG
        precondition(PropertyInjector.shared.instance(for: "number") == 2)
      #else
        precondition(PropertyInjector.shared.instance(for: "number") == 1)
      #endif
    }
    #if !DEBUG
      expectGolden(text(result.standardErrorContent))
    #endif
  }

  @Test("Rule 8: injecting too early does nothing, is reported once")
  func injectingBeforeItIsConfiguredDoesNothingAndReportsOnce() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let early = PropertyInjector.shared
      let player = Player()
      for _ in 0..<3 {
        let result = PropertyInjector.injectDependencies(
          to: player, fileID: "App/Main.swift", line: 1)
        precondition(!result.didInject)
      }
      let number: Int? = early.instance(for: "number", fileID: "App/Main.swift", line: 2)
      precondition(number == nil)
      precondition(early.instances(of: Int.self, fileID: "App/Main.swift", line: 3).isEmpty)
      PropertyInjector.configure { registry in
        registry.register("number", instance: 1)
        registry.declare("number", \Player.number)
      }
      precondition(PropertyInjector.injectDependencies(to: player).didInject)
      precondition(early.contains(.named("number", Int.self)))
    }
    expectGolden(text(result.standardErrorContent))
  }

  @Test func whatIsTakenBeforeOrWhileItIsConfiguredWorksAfterwards() async {
    await #expect(processExitsWith: .success) {
      let before = PropertyInjector.shared
      let during = Locked<PropertyInjector?>(nil)
      PropertyInjector.configure { registry in
        registry.register("number", instance: 1)
        registry.register("text", in: .cached) { "text" }
        registry.declare("number", \Player.number)
        registry.declare("number", \Form.number)
        registry.declare("number", \SharedStatics.Type.number)
        registry.intercept("volume", get: { _ in 5 })
        during.withLock { $0 = PropertyInjector.shared }
      }
      for early in [before, during.withLock { $0! }] {
        let player = Player()
        var form = Form()
        precondition(early.injectDependencies(to: player).injected == ["number"])
        precondition(early.injectDependencies(to: &form).didInject && form.number == 1)
        precondition(
          early.instance(for: "number") == 1 && early.instance(for: .named("text")) == "text")
        precondition(early.instance(for: "text", arguments: []) == "text")
        let decided = Player()
        early.injectDependencies(to: decided) { _ in .inject(7) }
        precondition(decided.number == 7)
        SharedStatics.number = nil
        early.injectDependencies(toStaticPropertiesOf: SharedStatics.self)
        precondition(SharedStatics.number == 1)
        let radio = Radio()
        early.injectDependencies(to: radio)
        precondition(early.removeAccessors(of: radio) == ["volume"])
        let derived = early.overriding { $0.register("number", instance: 2, replacing: true) }
        precondition(derived.instance(for: "number") == 2)
        early.reset()
        precondition(ObjectIdentifier(early) != ObjectIdentifier(PropertyInjector.shared))
      }
    }
  }

  @Test func ofManyThreadsOneConfiguresAndAllSeeTheWholeOfIt() async {
    await #expect(processExitsWith: .success) {
      let runs = Counter()
      let reports = Counter()
      DispatchQueue.concurrentPerform(iterations: 32) { _ in
        PropertyInjector.configure { registry in
          runs.increment()
          for number in 0..<1_000 {
            registry.register(.named("n\(number)"), instance: number)
          }
          registry.issueHandler = { _ in reports.increment() }
        }
        precondition(PropertyInjector.shared.instance(for: "n999") == 999)
      }
      precondition(runs.count == 1)
      precondition(reports.count > 0)
    }
  }

  @Test func aConfigurationThatThrowsDoesNotCount() async {
    await #expect(processExitsWith: .success) {
      struct Failure: Error {}
      do {
        try PropertyInjector.configure { _ in throw Failure() }
        preconditionFailure("must throw")
      } catch {}
      PropertyInjector.configure { $0.register("number", instance: 1) }
      precondition(PropertyInjector.shared.instance(for: "number") == 1)
    }
  }

  @Test func aTaskOfAFailedConfigurationMayConfigure() async {
    await #expect(processExitsWith: .success) {
      struct Failure: Error {}
      let gate = AsyncStream<Void>.makeStream()
      let task = Locked<Task<Void, Never>?>(nil)
      try? PropertyInjector.configure { _ in
        task.withLock {
          $0 = Task {
            for await _ in gate.stream {}
            PropertyInjector.configure { $0.register("number", instance: 1) }
          }
        }
        throw Failure()
      }
      gate.continuation.finish()
      await task.withLock { $0 }?.value
      precondition(PropertyInjector.shared.instance(for: "number") == 1)
    }
  }

  @Test func aConfigurationWithinAConfigurationIsReported() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      PropertyInjector.configure { registry in
        PropertyInjector.configure { _ in preconditionFailure("not run") }
        PropertyInjector.injectDependencies(to: Player())
        registry.register("number", instance: 1)
      }
      precondition(PropertyInjector.shared.instance(for: "number") == 1)
    }
    #expect(text(result.standardErrorContent).contains("configured already"))
    #expect(text(result.standardErrorContent).contains("not configured yet"))
  }

  @Test func aConfigurationAndAKeptValueThatNeedEachOtherAcrossThreadsEnd() async {
    await #expect(processExitsWith: .success) {
      // The configuration wants the value; what makes the value, on another thread, configures.
      let configuring = DispatchSemaphore(value: 0)
      let making = DispatchSemaphore(value: 0)
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("number", in: .singleton) {
          making.signal()
          configuring.wait()
          PropertyInjector.configure { _ in preconditionFailure("not run") }
          return 1
        }
      }
      _ = Threads.run(2) { index in
        if index == 0 {
          PropertyInjector.configure { registry in
            making.wait()
            configuring.signal()
            let number: Int? = injector.instance(for: "number")
            // Whoever comes second closes the cycle, and is told so.
            precondition(number == 1 || log.kinds == [.cycle])
            registry.register("name", instance: "first")
          }
        } else {
          let number: Int? = injector.instance(for: "number")
          precondition(number == 1)
        }
      }
      precondition(PropertyInjector.shared.instance(for: "name") == "first")
    }
  }

  @Test func aConfigurationOfAnotherTaskOnTheSameThreadIsReported() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      PropertyInjector.configure { registry in
        // The same thread, but another task: a nested run loop would come back like this.
        let task = Task.immediate {
          PropertyInjector.configure { _ in preconditionFailure("not run") }
        }
        _ = task
        registry.register("number", instance: 1)
      }
      precondition(PropertyInjector.shared.instance(for: "number") == 1)
    }
    #expect(text(result.standardErrorContent).contains("configured already"))
  }

  @Test func itsIssueHandlerMayConfigureAgain() async {
    await #expect(processExitsWith: .success) {
      let calls = Counter()
      PropertyInjector.configure { registry in
        registry.issueHandler = { _ in
          calls.increment()
          PropertyInjector.configure { _ in }
        }
        registry.register("", instance: 1)
      }
      // The empty name, and the place of the second configuration.
      precondition(calls.count == 2)
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

private enum SharedStatics {
  nonisolated(unsafe) static var number: Int?
}

private final class Radio {
  @Injected var volume: Int?
}

private struct RadioStruct {
  @Injected var volume: Int?
}
