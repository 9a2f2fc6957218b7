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
  private final class Platform: Answering {
    @Required var number: Int
    func answer() -> String { "platform \(number)" }
  }

  @Test(.injecting { $0.register("number", instance: 9) })
  func aRoutersHandlerIsInjectedBeforeItAnswers() async throws {
    let made: any Answering = Platform()
    #expect(try await made.respond() == "platform 9")
  }

  @Test(.injecting { $0.issueHandler = { _ in } })
  func aHandlerThatLacksAValueDoesNotAnswer() async {
    await #expect(throws: InjectionResult.self) { try await Platform().respond() }
  }
}
