import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Threads that wait for a value that another thread makes.
@Suite struct WaitingThreadsTests {
  final class Report: Sendable {}
  final class Reader: Sendable {
    let report: Report?

    init(_ report: Report?) { self.report = report }
  }

  final class Start: @unchecked Sendable {
    // Unchecked: semaphores are safe to share, also where they do not say so.
    private let reportBegun = DispatchSemaphore(value: 0)
    private let readersBegun = DispatchSemaphore(value: 0)

    func reportHasBegun() { reportBegun.signal() }

    func readerHasBegun() {
      readersBegun.signal()
      reportBegun.wait()
      // For the next one.
      reportBegun.signal()
    }

    func waitForReaders() {
      readersBegun.wait()
      readersBegun.wait()
    }
  }

  /// Whoever waits for a value gets it, also if it is forgotten before it exists.
  ///
  /// The report asks for both readers, which ask for the report: the makings of some are given up, and done again.
  @Test func whatIsForgottenWhileItIsMadeAllThatWaitGet() {
    for _ in 0..<50 {
      let start = Start()
      let made = Counter()
      let injector = PropertyInjector { registry in
        registry.register("report", in: .cached) { injector -> Report? in
          made.increment()
          guard made.count == 1 else { return Report() }
          start.reportHasBegun()
          start.waitForReaders()
          _ = injector.instance(for: InjectionKey<Reader>.named("first"))
          _ = injector.instance(for: InjectionKey<Reader>.named("second"))
          injector.reset()
          return Report()
        }
        for name in ["first", "second"] {
          registry.register(.named(name), in: .singleton) { injector -> Reader? in
            start.readerHasBegun()
            return Reader(injector.instance(for: "report"))
          }
        }
        registry.issueHandler = { _ in }
      }
      let reports = Threads.run(3) { index -> Report? in
        switch index {
        case 0: injector.instance(for: "report")
        case 1: injector.instance(for: InjectionKey<Reader>.named("first"))?.report
        default: injector.instance(for: InjectionKey<Reader>.named("second"))?.report
        }
      }
      let got = reports.compactMap { $0 }
      #expect(reports[0] != nil && got.allSatisfy { $0 === got.first })
    }
  }

  final class Gauge: Sendable {
    let panel: Panel?

    init(_ panel: Panel?) { self.panel = panel }
  }

  final class Panel: Sendable {
    @MainActor var gauge: Gauge? {
      didSet { if ObjectIdentifier(Thread.current) != thread { elsewhere.increment() } }
    }
    private let elsewhere: Counter
    private let thread: ObjectIdentifier

    init(_ elsewhere: Counter, _ thread: ObjectIdentifier) {
      self.elsewhere = elsewhere
      self.thread = thread
    }
  }

  /// The main thread makes the panel, and wants the gauge for it; another makes the gauge, which wants the panel.
  @Test @MainActor func aPropertyOfTheMainActorIsFilledByNoOtherThread() {
    let thread = ObjectIdentifier(Thread.current)
    for _ in 0..<50 {
      let elsewhere = Counter()
      let begun = DispatchSemaphore(value: 0)
      let injector = PropertyInjector { registry in
        registry.register("panel", in: .singleton) { Panel(elsewhere, thread) }
        registry.register("gauge", in: .singleton) { injector -> Gauge? in
          begun.signal()
          return Gauge(injector.instance(for: "panel"))
        }
        registry.onMainActor { $0.declare("gauge", \Panel.gauge) }
        registry.issueHandler = { _ in }
      }
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        _ = injector.instance(for: InjectionKey<Gauge>.named("gauge"))
      }
      begun.wait()
      _ = injector.instance(for: InjectionKey<Panel>.named("panel"))
      group.wait()
      #expect(elsewhere.count == 0)
    }
  }

  private final class Window: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var frame: Frame?
    init() {}
  }
  private final class Frame: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var window: Window?
    @Injected var title: String?
    init() {}
  }

  /// The frame has a title on the main actor only.
  ///
  /// Another thread makes it first, and needs the window, which the main thread makes, and which needs the frame.
  @Test @MainActor func whatAnotherThreadCannotMakeIsMadeByTheThreadThatCan() {
    let (frameBegun, windowBegun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let frames = Counter()
    let injector = PropertyInjector { registry in
      registry.register("title") { @MainActor in "Departures" }
      registry.register(.type(Frame.self), in: .singleton) {
        frames.increment()
        if frames.count == 1 {
          frameBegun.signal()
          windowBegun.wait()
        }
        return Frame()
      }
      registry.register(.type(Window.self), in: .singleton) {
        windowBegun.signal()
        return Window()
      }
      registry.issueHandler = { _ in }
    }
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { _ = injector.instance(of: Frame.self) }
    frameBegun.wait()
    let window = injector.instance(of: Window.self)
    group.wait()
    #expect(window?.frame?.title == "Departures" && window?.frame?.window === window)
    #expect(injector.instance(of: Window.self) === window)
    window?.frame?.window = nil
  }
}
