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

struct Setup: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.register("number", instance: "seven", fileID: "App/Setup.swift", line: 1)
  }
}
