import PropertyInjection
import PropertyInjectionTesting
import Testing

// The guide "A server and its services": handlers that a router makes.

protocol Answering: AnyObject {
  func answer() async throws -> String
}

extension Answering {
  func respond() async throws -> String {  // what the router calls
    try PropertyInjector.injectDependencies(to: self).requireComplete()
    return try await answer()
  }
}

@Suite struct HandlersSamples {
  // Of its own type: other tests of the process configure it.
  private struct Track: Sendable { let number: Int }
  private final class Platform: Answering {
    @Required var track: Track
    func answer() -> String { "track \(track.number)" }
  }

  @Test(.injecting { $0.register(instance: Track(number: 9)) })
  func aRoutersHandlerIsInjectedBeforeItAnswers() async throws {
    let made: any Answering = Platform()
    #expect(try await made.respond() == "track 9")
  }

  @Test(.injecting { $0.issueHandler = { _ in } })
  func aHandlerThatLacksAValueDoesNotAnswer() async {
    await #expect(throws: InjectionResult.self) { try await Platform().respond() }
  }
}
