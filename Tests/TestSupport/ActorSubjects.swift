import PropertyInjection

// Types that belong to actors.

@globalActor package actor DatabaseActor {
  package static let shared = DatabaseActor()

  @DatabaseActor package static func makeInjector(_ log: IssueLog) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.confined(to: DatabaseActor.shared) { $0.declare("number", \Record.number) }
    }
  }

  @DatabaseActor package static func inject(_ injector: PropertyInjector, _ record: Record) -> Bool
  {
    injector.injectDependencies(to: record).didInject
  }
}

@DatabaseActor package final class Record {
  package var number: Int?
  nonisolated package init() {}
}

package actor Account {
  @Injected package private(set) var number: Int?

  package init() {}

  package func injectItself(_ injector: PropertyInjector) -> Bool {
    injector.injectDependencies(to: self).didInject
  }

  package func inject(_ other: Account, _ injector: PropertyInjector) -> Bool {
    injector.injectDependencies(to: other).didInject
  }
}

@MainActor package final class MainActorRadio {
  package var dial = 0
  @Injected package var volume: Int?
  @Injected package var bass: Int?
  package init() {}
}

@MainActor package final class MainActorProbe: @MainActor MainActorMember {
  package nonisolated init() {}
  package nonisolated static var isOnMainActor: Bool { isMember(MainActorProbe()) }

  @inline(never)
  private nonisolated static func isMember(_ subject: Any) -> Bool {
    subject is any MainActorMember
  }
}

private protocol MainActorMember {}
