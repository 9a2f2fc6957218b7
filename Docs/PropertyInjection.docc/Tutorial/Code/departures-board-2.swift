import PropertyInjection

final class Board: InjectionAware {
  @Injected var title: String?
  @Injected var clock: (any Clock)?
  private(set) var lines: [String] = []

  func didInjectDependencies() {
    guard let title, let clock else { return }
    lines = ["\(clock.now) \(title)"]
  }
}
