import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import TestSupport
import Testing

/// The sample of "A server and its services" for parts that open asynchronously.
@Suite struct OpeningSamples {
  protocol Opening: Sendable {
    func open() async throws
    func close() async
  }

  private static let log = Locked<[String]>([])

  struct Failure: Error {}

  actor Archive: Opening {
    private(set) var isOpen = false
    func open() async throws {
      isOpen = true
      log.withLock { $0.append("open archive") }
    }
    func close() async { log.withLock { $0.append("close archive") } }
  }

  struct Mailer: Opening {
    let archive: Archive
    func open() async throws { if await !archive.isOpen { throw Failure() } }
    func close() async { log.withLock { $0.append("close mailer") } }
  }

  func withOpened(
    _ parts: [any Opening], isolation: isolated (any Actor)? = #isolation,
    run: () async throws -> Void
  ) async throws {
    guard let first = parts.first else { return try await run() }
    try await first.open()
    do {
      try await withOpened(Array(parts.dropFirst()), run: run)
    } catch {
      await first.close()
      throw error
    }
    await first.close()
  }

  private func serve() async throws { Self.log.withLock { $0.append("serve") } }

  @Test(
    .injecting { registry in
      registry.register(in: .singleton) { Archive() }
      registry.register(in: .singleton, .initializer(Mailer.init(archive:)))  // needs the archive
      registry.declare(asks: .type([any Opening].self))  // what the start looks up
    })
  func partsOpenInOrderAndCloseInReverse() async throws {
    try PropertyInjector.validate().requireClean()
    let parts = try PropertyInjector.shared.requireInstances(of: (any Opening).self)
    try await withOpened(parts) { try await serve() }
    #expect(
      Self.log.withLock { $0 } == ["open archive", "serve", "close mailer", "close archive"])
  }

  @Test func aCheckTakesTheListForAskedFor() {
    let injector = PropertyInjector { registry in
      registry.register(in: .singleton) { Archive() }
      registry.register(in: .singleton, .initializer(Mailer.init(archive:)))
      registry.declare(asks: .type([any Opening].self))
    }
    #expect(injector.validate().findings.isEmpty)
  }

  @Test func ifOneFailsThoseBeforeItAreClosed() async throws {
    final class Part: Opening {
      let fails: Bool
      let log: Locked<[String]>
      init(_ log: Locked<[String]>, fails: Bool = false) { (self.log, self.fails) = (log, fails) }
      func open() async throws { if fails { throw Failure() } }
      func close() async { log.withLock { $0.append("closed") } }
    }
    let log = Locked<[String]>([])
    await #expect(throws: Failure.self) {
      try await withOpened([Part(log), Part(log, fails: true)]) {}
    }
    #expect(log.withLock { $0 } == ["closed"])
  }
}
