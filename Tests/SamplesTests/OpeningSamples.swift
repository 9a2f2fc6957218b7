import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import Synchronization
import Testing

/// The sample of "A server and its services" for a store that opens asynchronously.
@Suite struct OpeningSamples {
  actor Archive {
    static func open() async throws -> Archive { Archive() }
  }

  enum Opened { static let archive = Mutex<Archive?>(nil) }  // Mutex: import Synchronization

  private struct Reader {
    @Required var archive: Archive
  }

  @Test(
    .injecting { registry in
      registry.register(in: .unique) { Opened.archive.withLock { $0 } }  // one for all
    })
  func aStoreIsOpenedAfterTheCheck() async throws {
    #expect(PropertyInjector.shared.instance(of: Archive.self) == nil)
    try PropertyInjector.validate().requireClean()
    let archive = try await Archive.open()
    Opened.archive.withLock { $0 = archive }
    #expect(try injected().archive === archive)
    #expect(try injected().archive === archive)
  }

  private func injected() throws -> Reader {
    var reader = Reader()
    try PropertyInjector.injectDependencies(to: &reader).requireComplete()
    return reader
  }
}
