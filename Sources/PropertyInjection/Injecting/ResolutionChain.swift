/// The factories and hooks that are running now, on this thread or task, innermost first.
///
/// It finds a factory that leads back to itself, whichever way the user's code takes, and ends endless
/// nesting before the stack does. Only factories and hooks pay for it.
final class ResolutionChain: RunningMark, @unchecked Sendable {
  // Unchecked, as its superclass is: everything it adds is constant, but for the creation, which only
  // the thread that runs the link sets and reads.

  enum Link {
    case factory(Binding)
    case hook(Any.Type)
    /// A type is asked how it is made.
    case construction(Any.Type)
    /// The process's own injector is configured.
    case configuration(CodeLocation)

    var description: String {
      switch self {
      case .factory(let binding): binding.key
      case .hook(let type): "\(TypeName.of(type)).didInjectDependencies()"
      case .construction(let type): "\(TypeName.of(type)).injectableInitializer"
      case .configuration: "PropertyInjector.configure"
      }
    }

    var isConstruction: Bool {
      if case .construction = self { true } else { false }
    }

    func isConstruction(of type: Any.Type) -> Bool {
      if case .construction(let own) = self { own == type } else { false }
    }

    func isFactory(of binding: Binding) -> Bool {
      if case .factory(let own) = self { own === binding } else { false }
    }
  }

  // So many levels, each with a factory that injects, fit in the 512 KiB that a thread of Apple's
  // platforms has for its stack, also in a debug build. A test runs them there.
  static let deepest = 32

  @TaskLocal private static var current: ResolutionChain?

  private let link: Link
  private let parent: ResolutionChain?
  private let depth: Int

  /// The making of a shared value that this link is about.
  var creation: Creation?

  private init(_ link: Link, parent: ResolutionChain?) {
    self.link = link
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }

  /// What has called the code that asks; nil if nothing has.
  static var calling: ResolutionChain? { current.flatMap { $0.isCalling ? $0 : nil } }

  /// Runs a factory or a hook as the next link, or refuses, if that would be a cycle or too deep.
  static func follow(_ link: Link, _ body: (ResolutionChain) -> Void) -> Provided.Refusal? {
    let parent = calling
    if case .factory(let binding) = link, let parent, parent.contains(binding) {
      return .cycle(parent.names(from: binding) + [binding.key])
    }
    if case .construction(let type) = link, let parent,
      parent.links.contains(where: { $0.link.isConstruction(of: type) })
    {
      return .cycle(parent.names(from: nil as ResolutionChain?) + [link.description])
    }
    if let parent, parent.depth >= deepest, !link.isConstruction {
      return .tooDeep(parent.names(from: nil as ResolutionChain?) + [link.description])
    }
    ResolutionChain(link, parent: parent).run(body)
    return nil
  }

  /// Runs a configuration of the process's own injector as the next link.
  static func configuring(at location: CodeLocation, _ body: (ResolutionChain) -> Void) {
    ResolutionChain(.configuration(location), parent: calling).run(body)
  }

  private func run(_ body: (ResolutionChain) -> Void) {
    Self.$current.withValue(self) { body(self) }
    end()
  }

  /// This link and those around it, innermost first.
  private var links: some Sequence<ResolutionChain> { sequence(first: self, next: \.parent) }

  private func contains(_ binding: Binding) -> Bool {
    links.contains { $0.link.isFactory(of: binding) }
  }

  /// The making of a binding's value that is under way here.
  func creation(of binding: Binding) -> Creation? {
    links.first { $0.link.isFactory(of: binding) }?.creation
  }

  /// The innermost making of a shared value that is under way here.
  var innermostCreation: Creation? { links.lazy.compactMap(\.creation).first }

  /// The binding that this link is about, if it is about one.
  var binding: Binding? {
    if case .factory(let binding) = link { binding } else { nil }
  }

  /// Where the configuration that this link is about was written, if it is about one.
  var configuredAt: CodeLocation? {
    if case .configuration(let location) = link { location } else { nil }
  }

  /// What this link is about.
  var name: String { link.description }

  /// The links from the factory of a binding, or from the outermost, down to here.
  private func names(from binding: Binding?) -> [String] {
    names(from: binding.flatMap { binding in links.first { $0.link.isFactory(of: binding) } })
  }

  /// The links from another one, or from the outermost, down to here.
  func names(from outer: ResolutionChain?) -> [String] {
    var names: [String] = []
    for chain in links {
      names.append(chain.name)
      if chain === outer { break }
    }
    return names.reversed()
  }

  /// The links below another one, down to here.
  func names(after outer: ResolutionChain?) -> [String] { Array(names(from: outer).dropFirst()) }
}
