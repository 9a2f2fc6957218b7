import PropertyInjection

// Types that the reports name.

protocol Numbered { var number: Int? { get set } }

@MainActor final class ViewModel {
  var number: Int?
}

final class HookedOnMain: @MainActor InjectionAware {
  var number: Int?
  @MainActor func didInjectDependencies() {}
}

let setupModule = InjectionModule("Setup") { registry in
  registry.register("number", instance: "seven", fileID: "App/Setup.swift", line: 1)
}
