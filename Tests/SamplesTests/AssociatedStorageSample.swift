import PropertyInjection
import PropertyInjectionStorage
import Testing

// The sample of properties without storage, to the letter, at the level of a file, where extensions are.

/// Somebody else's class.
final class Label: Sendable {}

extension Label {
  private static let themes = AssociatedStorage<Label, Theme>()

  var theme: Theme? {
    get { Self.themes[self] }
    set { Self.themes[self] = newValue }
  }
}

@MainActor @Suite struct AssociatedStorageSample {
  @Test func injects() {
    let injector = PropertyInjector { registry in
      registry.register("theme", instance: Theme())
      registry.declare("theme", \Label.theme)
    }
    let label = Label()
    injector.injectDependencies(to: label)
    #expect(label.theme != nil)
  }
}
