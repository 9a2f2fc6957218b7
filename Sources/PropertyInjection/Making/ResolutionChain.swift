/// The factories, hooks and other code of the user that this thread is running, innermost first.
///
/// The chain finds a factory that leads back to itself, on any way through the user's code, and
/// ends endless nesting before the stack overflows. Properties with constant values cost no link.
///
/// A link lies on the stack of its thread, because allocating one took as long as a short factory. So
/// the chain is used only while its link runs; other threads read it with the lock of all creations
/// held, while the creation or the wait that shows it to them lasts.
struct ResolutionChain: Equatable, @unchecked Sendable {
  // Unchecked: what other threads read is constant, or was written before its thread began to wait.

  private struct Frame {
    let link: Link
    let parent: ResolutionChain?
    let depth: Int
    var isHandingOver = false
    var creation: OnceCreation?
    var lateProduct: LateProduct?
    var given = GivenObjects()
  }

  private let frame: UnsafeMutablePointer<Frame>

  private var link: Link { frame.pointee.link }
  private var parent: ResolutionChain? { frame.pointee.parent }
  var depth: Int { frame.pointee.depth }

  /// The creation of the shared value that this link makes; nil if it makes none.
  var creation: OnceCreation? {
    get { frame.pointee.creation }
    nonmutating set { frame.pointee.creation = newValue }
  }

  /// The product of this link, if it has properties that are filled later.
  var lateProduct: LateProduct? {
    get { frame.pointee.lateProduct }
    nonmutating set { frame.pointee.lateProduct = newValue }
  }

  /// The objects that look-ups in this link have given.
  var given: GivenObjects {
    get { frame.pointee.given }
    nonmutating _modify { yield &frame.pointee.given }
  }

  /// Whether the factory has returned and its value is being stored.
  ///
  /// Code that runs then, such as an observer, may ask for another value.
  private var isHandingOver: Bool { frame.pointee.isHandingOver }

  /// Notes that the factory has returned.
  func handOver() { frame.pointee.isHandingOver = true }

  /// The link that the current code runs in; nil if it runs in none.
  static var calling: ResolutionChain? {
    CurrentThread.address.map {
      ResolutionChain(frame: UnsafeMutablePointer(mutating: $0.assumingMemoryBound(to: Frame.self)))
    }
  }

  /// How many links are running.
  static var currentDepth: Int { calling?.depth ?? 0 }

  /// Runs a factory, a hook or other code as the next link, unless that is a cycle or too deep.
  ///
  /// Returns the refusal; nil if the body has run.
  static func follow(_ link: Link, _ body: (ResolutionChain) -> Void) -> Failure? {
    let parent = calling
    if let refusal = parent?.refusal(of: link) { return refusal }
    run(link, within: parent, body)
    return nil
  }

  /// The reason why code may not run as the next link; nil if it may.
  @inline(never)  // It does not depend on the code, of which the optimizer makes several copies.
  private func refusal(of link: Link) -> Failure? {
    if let same = running(link) {
      return Failure(
        .cycle(names(from: same) + [link.description]), dependsOn: same.depth,
        creation: same.creation)
    }
    guard CurrentThread.isStackShort() else { return nil }
    let links = Self.running
    let names = IssueText.ends(links.count) { links[$0].name }
    return Failure(.tooDeep(names + [link.description], depth: depth + 1))
  }

  /// Runs an injection or a look-up as one request, unless it is part of one.
  static func inRequest(_ body: () -> Void) {
    if calling?.graph != nil { return body() }
    let graph = ScopedValues()
    withExtendedLifetime(graph) {
      run(.request(.passUnretained(graph)), within: calling) { _ in body() }
    }
  }

  /// The values of the current request; nil if none is under way.
  var graph: ScopedValues? {
    for link in links {
      if case .request(let graph) = link.link { return graph.takeUnretainedValue() }
    }
    return nil
  }

  /// Runs a configuration of the shared injector as the next link.
  static func configuring(at location: CodeLocation, _ body: (ResolutionChain) -> Void) {
    run(.configuration(location), within: calling, body)
  }

  private static func run(
    _ link: Link, within parent: ResolutionChain?, _ body: (ResolutionChain) -> Void
  ) {
    var frame = Frame(
      link: link, parent: parent, depth: (parent?.depth ?? 0) + (link.isRequest ? 0 : 1))
    withUnsafeMutablePointer(to: &frame) { frame in
      let chain = ResolutionChain(frame: frame)
      CurrentThread.address = UnsafeRawPointer(frame)
      body(chain)
      CurrentThread.address = parent.map { UnsafeRawPointer($0.frame) }
    }
  }

  /// This link and those around it, innermost first.
  var links: some Sequence<ResolutionChain> { sequence(first: self, next: \.parent) }

  /// The running link that is the same as this one; nil if there is none.
  private func running(_ link: Link) -> ResolutionChain? {
    links.first { !$0.isHandingOver && $0.link.isSame(as: link) }
  }

  /// The creation of a maker's value that is under way in this chain.
  ///
  /// - Parameter holder: The holder of the value; nil for any.
  func creation(of maker: any Maker, in holder: Creatable?) -> OnceCreation? {
    links.first { link in
      guard case .factory(let making) = link.link, let creation = link.creation else {
        return false
      }
      return making.maker === maker && !link.isHandingOver && holder.map(creation.isMaking) ?? true
    }?.creation
  }

  /// The creations of shared values that are under way around this link, innermost first.
  var outerCreations: [OnceCreation] { links.dropFirst().compactMap(\.creation) }

  /// Whether the product of this link reaches other code only as part of a shared value.
  ///
  /// That is so if the injector makes it for an argument or a property of another product of its
  /// own, and so on up to the shared value.
  var isWithinSharedValue: Bool {
    for link in links {
      if link.creation != nil { return true }
      guard let asker = link.asker, asker.isInjector else { return false }
    }
    return false
  }

  /// Whether an argument that is missing because of a cycle need not be reported.
  ///
  /// Either a property further out is filled when the value exists that closes the cycle; what this
  /// link makes for the property is made then, with the value as its argument. Or another thread has
  /// such a property and waits for this thread: then the value that it waits for is given up here,
  /// and made again when that thread has gone on.
  func mayComeLater(_ refusal: Failure) -> Bool {
    guard let creation = refusal.creation else { return false }
    let around = creationsAroundArgument
    if around.contains(where: \.isGivenUp) { return true }
    return isForPropertyThatCanWait(within: creation) && creation.isUnmade
      || OnceCreation.giveUp(oneOf: around, inCycleWith: creation)
  }

  /// Whether this link makes a value for a property that can be filled later, or an argument of such a
  /// value, and so on.
  ///
  /// - Parameter creation: The search ends at its link.
  func isForPropertyThatCanWait(within creation: OnceCreation? = nil) -> Bool {
    for link in links where !link.isRequest {
      if let creation, link.creation === creation { return false }
      switch link.asker {
      case .argument: continue
      case .property(let reference, isOfProduct: true):
        return reference.point.property.ownerType is AnyClass
          && link.parent?.isWithinSharedValue == true
      default: return false
      }
    }
    return false
  }

  /// The creations of the values for which the present argument is read, innermost first.
  private var creationsAroundArgument: [OnceCreation] {
    var creations: [OnceCreation] = []
    for link in links where !link.isRequest {
      if let creation = link.creation { creations.append(creation) }
      guard case .argument? = link.asker else { break }
    }
    return creations
  }

  /// Whether the link is a request, which has no asker and no creation.
  private var isRequest: Bool { link.isRequest }

  /// The asker that the factory of this link makes a value for; nil if the link runs no factory.
  var asker: Asker? {
    if case .factory(let making) = link { making.asker } else { nil }
  }

  /// The path of a report: what each running link was asked for, outermost first, and at last
  /// `asker`.
  ///
  /// Links without an asker, such as hooks, appear by their names.
  static func path(to asker: Asker) -> [String] {
    let links = running
    let names = IssueText.ends(links.count) { links[$0].asker?.description ?? links[$0].name }
    var path: [String] = []
    // A lazy property has two links with the same asker: its own and that of its binding.
    for name in names + [asker.description] where name != path.last { path.append(name) }
    return path
  }

  /// The running links without requests, outermost first.
  private static var running: [ResolutionChain] {
    calling.map { $0.links.filter { !$0.isRequest }.reversed() } ?? []
  }

  /// The asker of the outermost factory link: what the program has asked for first.
  static var firstAsker: Asker? { calling?.links.reduce(nil) { $1.asker ?? $0 } }

  /// The innermost creation of a shared value that is under way in this chain.
  var innermostCreation: OnceCreation? { links.lazy.compactMap(\.creation).first }

  /// The innermost creation, if the link at a depth encloses it or is its own; nil otherwise.
  ///
  /// Another attempt may fill a gap that this link has caused. A link further in is
  /// part of the making itself, and every attempt has it.
  func creation(lackingFor depth: Int) -> OnceCreation? {
    links.first { $0.creation != nil }.flatMap { depth <= $0.depth ? $0.creation : nil }
  }

  /// Where the configuration of this link was written; nil if the link is not a configuration.
  var configuredAt: CodeLocation? {
    if case .configuration(let location) = link { location } else { nil }
  }

  /// The link's description for reports.
  var name: String { link.description }

  /// The names of the links from another one, or from the outermost, to this one.
  func names(from outer: ResolutionChain?) -> [String] {
    var names: [String] = []
    for chain in links where !chain.link.isRequest {
      names.append(chain.name)
      if chain == outer { break }
    }
    return names.reversed()
  }

  /// The names of the links that follow another one, to this one.
  func names(after outer: ResolutionChain?) -> [String] { Array(names(from: outer).dropFirst()) }
}
