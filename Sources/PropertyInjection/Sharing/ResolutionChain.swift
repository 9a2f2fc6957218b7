/// The factories, hooks and other code of the user's that is running now, on this thread, innermost first.
///
/// It finds a factory that leads back to itself, by any way that the user's code takes, and ends endless
/// nesting before the stack does. What is only read and written does not pay for it.
final class ResolutionChain: @unchecked Sendable {
  // Unchecked: everything in it is constant, or touched only by the thread that runs the link.

  enum Link {
    /// - Parameter takesArguments: Whether the caller supplies some; with others it is another question.
    case factory(any Maker, takesArguments: Bool, for: Asker)
    case hook(Any.Type)
    /// A type is asked how it is made.
    case construction(Any.Type)
    /// A wrapper is asked for accessors.
    case accessors(of: PropertySite)
    /// The process's own injector is configured.
    case configuration(CodeLocation)
    /// A request of the program's own, for what is made once in each.
    case request(ObjectGraph)

    var description: String {
      switch self {
      case .factory(let maker, _, _): maker.key.description
      case .hook(let type): "\(TypeName.of(type)).didInjectDependencies()"
      case .construction(let type): "\(TypeName.of(type)).injectableInitializer"
      case .accessors(let site): site.fullName
      case .configuration: "PropertyInjector.configure"
      case .request: ""
      }
    }

    /// Whether it stands for all that follows, and is no step on the way.
    var isRequest: Bool { if case .request = self { true } else { false } }

    /// Whether it is code that may not lead back to itself, and is the same as another link's.
    func isSame(as other: Link) -> Bool {
      switch (self, other) {
      // Recursion with other arguments may end; one that does not is ended by its depth.
      case (.factory(let own, false, _), .factory(let maker, false, _)): own === maker
      case (.construction(let own), .construction(let type)): own == type
      default: false
      }
    }
  }

  private let link: Link
  private let parent: ResolutionChain?
  let depth: Int

  /// The making of a shared value that this link is about.
  var creation: OnceCreation?

  /// What this link has made, if it has properties that are filled later.
  var lateProduct: LateProduct?

  /// Whether the factory has returned, and its value is being stored: what that sets off may ask for
  /// another one.
  private var isHandingOver = false

  private init(_ link: Link, parent: ResolutionChain?) {
    self.link = link
    self.parent = parent
    depth = (parent?.depth ?? 0) + (link.isRequest ? 0 : 1)
  }

  /// What has called the code that asks; nil if nothing has.
  static var calling: ResolutionChain? {
    // The function that runs the link holds it as long.
    CurrentThread.address.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// How many links are running.
  static var currentDepth: Int { calling?.depth ?? 0 }

  /// The factory has returned.
  func handOver() { isHandingOver = true }

  /// Runs a factory or a hook as the next link, or refuses, if that would be a cycle or too deep.
  static func follow(_ link: Link, _ body: (ResolutionChain) -> Void) -> ProvisionResult.Refusal? {
    let parent = calling
    if let parent {
      if let same = parent.running(link) {
        return .cycle(
          parent.names(from: same) + [link.description], same.creation, dependsOn: same.depth)
      }
      if parent.depth >= CurrentThread.deepestNesting {
        return .tooDeep(parent.names(from: nil) + [link.description])
      }
    }
    ResolutionChain(link, parent: parent).run(body)
    return nil
  }

  /// Runs what the program has asked for as one request, unless it is part of one.
  static func inRequest(_ body: () -> Void) {
    if calling?.graph != nil { return body() }
    ResolutionChain(.request(ObjectGraph()), parent: calling).run { _ in body() }
  }

  /// What is made once in the request that is under way.
  var graph: ObjectGraph? {
    for link in links {
      if case .request(let graph) = link.link { return graph }
    }
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

  /// The making of a maker's value that is under way here.
  func creation(of maker: any Maker) -> OnceCreation? {
    links.first { link in
      guard case .factory(let own, _, _) = link.link else { return false }
      return own === maker && link.creation != nil && !link.isHandingOver
    }?.creation
  }

  /// The makings of shared values that are under way around this link, innermost first.
  var outerCreations: [OnceCreation] { links.dropFirst().compactMap(\.creation) }

  /// Whether what this link makes is seen by code of the user's only once a shared value is made: the
  /// injector makes it, for an argument or a property of something that it makes, and so on up to that.
  var isWithinSharedValue: Bool {
    for link in links {
      if link.creation != nil { return true }
      guard case .factory(let maker, _, let asker) = link.link,
        maker.injectsProduct, asker.isInjector
      else { return false }
    }
    return false
  }

  /// For what the factory of this link makes a value.
  var asker: Asker? {
    if case .factory(_, _, let asker) = link { asker } else { nil }
  }

  /// The way from what was asked for first to a question: what each link was asked for, and the hooks and
  /// the like between them.
  static func path(to asker: Asker) -> [String] {
    var path = [asker.description]
    for chain in calling.map({ Array($0.links) }) ?? [] where !chain.link.isRequest {
      let step = chain.asker?.description ?? chain.name
      // A lazy value is asked for by its property, and asks its binding for the same.
      if step != path.last { path.append(step) }
    }
    return path.reversed()
  }

  /// What the program has asked for first, of all that has led here.
  static var firstAsker: Asker? { calling?.links.reduce(nil) { $1.asker ?? $0 } }

  /// The innermost making of a shared value that is under way here.
  var innermostCreation: OnceCreation? { links.lazy.compactMap(\.creation).first }

  /// The making of a shared value in which something is missing for now, and which would not miss it if
  /// the link at a depth did not run; nil if there is none.
  func creation(lackingFor depth: Int) -> OnceCreation? {
    links.first { $0.creation != nil }.flatMap { depth <= $0.depth ? $0.creation : nil }
  }

  /// Where the configuration that this link is about was written, if it is about one.
  var configuredAt: CodeLocation? {
    if case .configuration(let location) = link { location } else { nil }
  }

  /// What this link is about.
  var name: String { link.description }

  /// The links from another one, or from the outermost, down to here.
  func names(from outer: ResolutionChain?) -> [String] {
    var names: [String] = []
    for chain in links where !chain.link.isRequest {
      names.append(chain.name)
      if chain === outer { break }
    }
    return names.reversed()
  }

  /// The links below another one, down to here.
  func names(after outer: ResolutionChain?) -> [String] { Array(names(from: outer).dropFirst()) }
}
