import PropertyInjection

final class Board {
  @Injected var title: String?
  @Injected var clock: (any Clock)?
}
