/// The factories, hooks and other code of the user's that is running now, on this thread, innermost first.
///
/// It finds a factory that leads back to itself, whichever way the user's code takes, and ends endless
/// nesting before the stack does. What is only read and written does not pay for it.
final class ResolutionChain: @unchecked Sendable {
  // Unchecked: everything in it is constant, or touched only by the thread that runs the link.

  enum Link {
    case factory(Binding)
    case hook(Any.Type)
    /// A type is asked how it is made.
    case construction(Any.Type)
    /// A wrapper is asked for accessors.
    case accessors(of: PropertySite)
    /// The process's own injector is configured.
    case configuration(CodeLocation)

    var description: String {
      switch self {
      case .factory(let binding): binding.key
      case .hook(let type): "\(TypeName.of(type)).didInjectDependencies()"
      case .construction(let type): "\(TypeName.of(type)).injectableInitializer"
      case .accessors(let site): "\(TypeName.of(site.ownerType)).\(site.name)"
      case .configuration: "PropertyInjector.configure"
      }
    }

    /// Whether it is code that may not lead back to itself, and is the same as another link's.
    func isSame(as other: Link) -> Bool {
      switch (self, other) {
      case (.factory(let own), .factory(let binding)): own === binding
      case (.construction(let own), .construction(let type)): own == type
      default: false
      }
    }
  }

  // So many levels, each with a factory that injects, fit in the 512 KiB that a thread of Apple's
  // platforms has for its stack, also in a debug build. A test runs them there.
  static let deepest = 32

  private let link: Link
  private let parent: ResolutionChain?
  private let depth: Int

  /// The making of a shared value that this link is about.
  var creation: Creation?

  /// Whether the factory has returned, and its value is being stored: what that sets off may ask for
  /// another one.
  private var isHandingOver = false

  private init(_ link: Link, parent: ResolutionChain?) {
    self.link = link
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }

  /// What has called the code that asks; nil if nothing has.
  static var calling: ResolutionChain? {
    // Whoever runs the link holds it as long.
    CurrentThread.address.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// The factory has returned.
  func handOver() { isHandingOver = true }

  /// Runs a factory or a hook as the next link, or refuses, if that would be a cycle or too deep.
  static func follow(_ link: Link, _ body: (ResolutionChain) -> Void) -> Provided.Refusal? {
    let parent = calling
    if let parent {
      if let same = parent.running(link) {
        return .cycle(parent.names(from: same) + [link.description])
      }
      if parent.depth >= deepest {
        return .tooDeep(parent.names(from: nil) + [link.description])
      }
    }
    ResolutionChain(link, parent: parent).run(body)
    return nil
  }

  /// Runs a configuration of the process's own injector as the next link.
  static func configuring(at location: CodeLocation, _ body: (ResolutionChain) -> Void) {
    ResolutionChain(.configuration(location), parent: calling).run(body)
  }

  private func run(_ body: (ResolutionChain) -> Void) {
    let outer = CurrentThread.address
    CurrentThread.address = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    withExtendedLifetime(self) { body(self) }
    CurrentThread.address = outer
  }

  /// This link and those around it, innermost first.
  private var links: some Sequence<ResolutionChain> { sequence(first: self, next: \.parent) }

  /// The same link, if it is running here.
  private func running(_ link: Link) -> ResolutionChain? {
    links.first { !$0.isHandingOver && $0.link.isSame(as: link) }
  }

  /// The making of a binding's value that is under way here.
  func creation(of binding: Binding) -> Creation? { running(.factory(binding))?.creation }

  /// The innermost making of a shared value that is under way here.
  var innermostCreation: Creation? { links.lazy.compactMap(\.creation).first }

  /// Where the configuration that this link is about was written, if it is about one.
  var configuredAt: CodeLocation? {
    if case .configuration(let location) = link { location } else { nil }
  }

  /// What this link is about.
  var name: String { link.description }

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
