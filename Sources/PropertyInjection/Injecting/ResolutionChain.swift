/// The factories and hooks that are running now, on this thread or task, innermost first.
///
/// It finds a factory that leads back to itself, whichever way the user's code takes, and ends endless
/// nesting before the stack does. Only factories and hooks pay for it.
final class ResolutionChain: RunningMark, @unchecked Sendable {
  // Unchecked, as its superclass is: everything it adds is constant.

  enum Link {
    case factory(Binding)
    case hook(Any.Type)

    var description: String {
      switch self {
      case .factory(let binding): binding.key
      case .hook(let type): "\(TypeName.of(type)).didInjectDependencies()"
      }
    }
  }

  // So many levels, each with a factory that injects, fit in the 512 KiB that a thread of Apple's
  // platforms has for its stack, also in a debug build. A test runs them there.
  static let deepest = 50

  @TaskLocal private static var current: ResolutionChain?

  private let link: Link
  private let parent: ResolutionChain?
  private let depth: Int

  private init(_ link: Link, parent: ResolutionChain?) {
    self.link = link
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }

  /// Runs a factory or a hook as the next link, or refuses, if that would be a cycle or too deep.
  static func follow(_ link: Link, _ body: () -> Void) -> Provided.Refusal? {
    let parent = current.flatMap { $0.isCalling ? $0 : nil }
    if case .factory(let binding) = link, let cycle = parent?.chain(backTo: binding) {
      return .cycle(cycle)
    }
    if let parent, parent.depth >= deepest {
      return .tooDeep(parent.descriptions + [link.description])
    }
    let chain = ResolutionChain(link, parent: parent)
    $current.withValue(chain, operation: body)
    chain.end()
    return nil
  }

  /// From the factory of a binding that is running already down to here and back to it.
  private func chain(backTo binding: Binding) -> [String]? {
    var between: [String] = []
    var next: ResolutionChain? = self
    while let chain = next {
      between.append(chain.link.description)
      if case .factory(let running) = chain.link, running === binding {
        return between.reversed() + [Link.factory(binding).description]
      }
      next = chain.parent
    }
    return nil
  }

  /// All links, outermost first.
  private var descriptions: [String] {
    Array(sequence(first: self, next: \.parent).map(\.link.description).reversed())
  }
}
