/// The factories, hooks and other code of the user that this thread is running, innermost first.
///
/// The chain finds a factory that leads back to itself, on any way through the user's code, and
/// ends endless nesting before the stack overflows. Properties with constant values cost no link.
///
/// A link lies on the stack of its thread, because allocating one took as long as a short factory. So
/// the chain is used only while its link runs, and by its thread alone.
struct ResolutionChain: Equatable {
  private struct Frame {
    let link: Link
    let parent: ResolutionChain?
    let depth: Int
    // Not retained: the code that runs the link holds it.
    unowned(unsafe) let making: Making?
    var isHandingOver = false
    var notes: Notes?
  }

  /// Notes of the code of a link for the code that comes after it; nearly all links have none.
  private final class Notes {
    var lateProduct: LateProduct?
    var missed: Failure?
    /// The holders of values that a look-up has given.
    ///
    /// Not the values themselves: a factory does not lengthen the life of what it looks up.
    var given: [WeakReference<AnyObject>] = []
    var thrown: IssueDigest?
  }

  /// The innermost frame of each thread.
  private static let slot = ThreadSlot()

  private let frame: UnsafeMutablePointer<Frame>

  private var link: Link { frame.pointee.link }
  private var parent: ResolutionChain? { frame.pointee.parent }
  var depth: Int { frame.pointee.depth }

  /// The making of the scoped value that this link makes, or works on; nil if there is none.
  var making: Making? { frame.pointee.making }

  private var notes: Notes? { frame.pointee.notes }

  @inline(never)  // Seldom, in several places.
  private func note(_ change: (Notes) -> Void) {
    let notes = notes ?? Notes()
    frame.pointee.notes = notes
    change(notes)
  }

  /// The product of this link, if it has properties that are filled later.
  var lateProduct: LateProduct? {
    get { notes?.lateProduct }
    nonmutating set { note { $0.lateProduct = newValue } }
  }

  /// Whether the factory has returned and its value is being stored.
  ///
  /// Code that runs then, such as an observer, may ask for another value.
  private var isHandingOver: Bool { frame.pointee.isHandingOver }

  /// Notes that the factory has returned.
  func handOver() { frame.pointee.isHandingOver = true }

  /// The link that the current code runs in; nil if it runs in none.
  @inline(__always)
  static var calling: ResolutionChain? {
    slot.address.map {
      ResolutionChain(frame: UnsafeMutablePointer(mutating: $0.assumingMemoryBound(to: Frame.self)))
    }
  }

  /// How many links are running, without requests and resumptions.
  static var currentDepth: Int { calling?.depth ?? 0 }

  /// Why the factory of this link has got nil, if another attempt may get a value.
  private var missed: Failure? { notes?.missed }

  /// The failure of code that this thread runs, which has given no value: it may, if it gets what it has missed.
  ///
  /// - Parameter isReported: Whether its cause has been reported.
  static func failure(_ kind: InjectionIssue.Kind, isReported: Bool = false) -> Failure {
    let missed = calling?.missed
    return Failure(
      kind, dependsOn: missed?.dependsOn, later: missed?.later, isReported: isReported)
  }

  /// Notes that a factory gets nil, though another attempt may get a value; false if this link runs none.
  ///
  /// Of several failures the one counts after which the value comes, or else the outermost cause.
  func noteMissed(_ failure: Failure) -> Bool {
    guard asker != nil, !isHandingOver, let depth = failure.dependsOn else { return false }
    if !isDropped, failure.later != nil || depth < missed?.dependsOn ?? .max {
      note { $0.missed = failure }
    }
    return true
  }

  /// Whether the code of this link has got nil for a value that comes later: what it makes is dropped, and it runs again.
  var isDropped: Bool { missed?.later != nil }

  /// Why what this link makes is dropped; nil if it is used.
  var dropReason: Failure? { isDropped ? missed : nil }

  /// Notes the holder of a value that the factory of this link may give on: it has asked for it by a look-up, or
  /// decorates it.
  ///
  /// - Parameter holder: The cell of a scope, or the registered instance.
  @inline(never)
  func noteGiven(by holder: AnyObject, to asker: Asker) {
    guard case .factory(let maker, _, let ownAsker) = link else { return }
    let binding = maker.takeUnretainedValue()
    guard asker.isLookUp || binding.inner != nil else { return }
    // It may give the value to a factory that has looked it up, or to a decorator, which may give it on.
    parent?.noteGiven(by: holder, to: ownAsker)
    guard let product = binding.type, TypeKind(product) != .value else { return }
    note { notes in
      // A factory may ask for the same value any number of times.
      if notes.given.contains(where: { $0.object === holder }) { return }
      notes.given.append(WeakReference(holder))
    }
  }

  /// Whether an object is kept or registered, and a look-up has given it to the factory of this link.
  func hasGiven(_ object: AnyObject) -> Bool {
    notes?.given.contains {
      let holder = $0.object
      return ((holder as? ScopeCell)?.kept ?? holder as? Instance)?.object === object
    } ?? false
  }

  /// Notes the error that a look-up in the factory of this link throws.
  func noteThrown(_ error: any Error, to reporter: IssueReporter) {
    note { $0.thrown = reporter.digest(ofThrown: error) }
  }

  /// Whether an error is the one that the last such look-up has thrown, and has reported to the same code.
  func hasThrown(_ error: any Error, to reporter: IssueReporter) -> Bool {
    notes?.thrown.map { $0 == reporter.digest(ofThrown: error) } == true
  }

  /// Runs a factory, a hook or other code as the next link, unless that is a cycle or too deep.
  ///
  /// Returns the refusal; nil if the body has run.
  ///
  /// - Parameter making: The making of the value, if it is scoped.
  @inline(__always)  // The code would be retained with what it captures.
  static func follow(
    _ link: consuming Link, _ making: Making? = nil, _ body: (ResolutionChain) -> Void
  ) -> Failure? {
    let parent = calling
    if let refusal = parent?.refusal(of: link) { return refusal }
    run(link, within: parent, making, body)
    return nil
  }

  /// Runs work on a scoped value that has waited for another one.
  static func resume(_ making: Making, _ work: () -> Void) {
    run(.resumption, within: calling, making) { _ in work() }
  }

  /// The reason why code may not run as the next link; nil if it may.
  @inline(never)  // It does not depend on the code, of which the optimizer makes several copies.
  private func refusal(of link: Link) -> Failure? {
    if let same = running(link) {
      return Failure(.cycle(names(from: same) + [link.description]), dependsOn: same.depth)
    }
    guard CurrentThread.isStackShort() else { return nil }
    let names = IssueText.ends(of: Self.running.map(\.name))
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

  private static func run(
    _ link: consuming Link, within parent: ResolutionChain?, _ making: Making? = nil,
    _ body: (ResolutionChain) -> Void
  ) {
    var frame = Frame(
      link: link, parent: parent, depth: (parent?.depth ?? 0) + (link.isSilent ? 0 : 1),
      making: making)
    withUnsafeMutablePointer(to: &frame) { frame in
      let chain = ResolutionChain(frame: frame)
      slot.address = UnsafeRawPointer(frame)
      body(chain)
      slot.address = parent.map { UnsafeRawPointer($0.frame) }
    }
  }

  /// This link and those around it, innermost first.
  var links: some Sequence<ResolutionChain> { sequence(first: self, next: \.parent) }

  /// The running link that is the same as another one; nil if there is none.
  ///
  /// A factory without a scope may run again within the making of a scoped value: that value ends the recursion, because
  /// it is not made within itself.
  private func running(_ link: Link) -> ResolutionChain? {
    for other in links {
      if !other.isHandingOver, other.link.isSame(as: link) { return other }
      if link.asker != nil, other.making != nil { return nil }
    }
    return nil
  }

  /// The making for a cell that is under way in this chain, also if the cell has been reset meanwhile.
  func making(of cell: ScopeCell) -> Making? {
    links.first { $0.making?.cell === cell }?.making
  }

  /// Whether the product of this link reaches other code only as part of a shared value.
  ///
  /// That is so if the injector makes it for an argument or a property of another product of its
  /// own, and so on up to the shared value.
  var isWithinScopedValue: Bool {
    for link in links {
      if link.making != nil { return true }
      switch link.asker {
      case .argument, .property(_, _, isOfProduct: true): continue
      default: return false
      }
    }
    return false
  }

  /// Notes that what this link makes lacks a value that it would have elsewhere or later: a scoped value that it is a part of
  /// is not kept then.
  func noteLack(_ kind: InjectionIssue.Kind, for depth: Int) {
    // A gap that is caused outside of the making may be gone next time; one that is caused inside would come back.
    guard isWithinScopedValue, let link = links.first(where: { $0.making != nil }),
      depth <= link.depth
    else { return }
    link.making?.lacks(kind, for: depth)
  }

  /// Notes that the list which this link makes lacks the value of a binding.
  @inline(never)  // Issues are large: they are not on the stack of nested factories.
  func noteLack(of binding: Binding, because failure: Failure) {
    guard let depth = failure.dependsOn, failure.later == nil else { return }
    let issue = InjectionIssue(failure.kind, binding: binding)
    noteLack(.incomplete(because: issue), for: depth)
  }

  /// Whether a value may come later: it is for a property of a product, which can be filled then, or for an argument or a
  /// look-up of what makes such a value, and so on.
  ///
  /// - Parameter making: The search ends at its link.
  func mayComeLater(for asker: Asker?, within making: Making) -> Bool {
    var asker = asker
    for link in links where !link.link.isSilent || link.making != nil {
      // What it needs itself does not come later. A value that it decorates has its asker, which may be a property.
      if link.making === making { return false }
      switch asker {
      // A factory that looks it up gets nil, and is called again.
      case .argument, .lookUp: asker = link.asker
      case .property(let point, _, isOfProduct: true):
        if link.isWithinScopedValue {
          return point.takeUnretainedValue().property.ownerType is AnyClass
        }
        // Of a product that a factory looks up.
        asker = link.asker
      default: return false
      }
    }
    return false
  }

  /// The asker that the factory of this link makes a value for; nil if the link runs no factory.
  var asker: Asker? { link.asker }

  /// Whether an object is being injected: a property of it is being filled around this link, or it is a value that
  /// another making is not done with.
  func isInjecting(_ object: AnyObject) -> Bool {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    return links.contains { $0.asker?.object == address }
      || MakingThread.isMaking(object, apartFrom: innermostMaking)
  }

  /// The path of a report: what each running link was asked for, outermost first, and at last
  /// `asker`.
  ///
  /// Links without an asker, such as hooks, appear by their names.
  static func path(to asker: Asker) -> [String] {
    let names = IssueText.ends(of: running.map { $0.asker?.description ?? $0.name })
    var path: [String] = []
    // A lazy property has two links with the same asker: its own and that of its binding.
    for name in names + [asker.description] where name != path.last { path.append(name) }
    return path
  }

  /// The running links without requests, outermost first.
  @inline(never)  // Only reports need it, in several places.
  private static var running: [ResolutionChain] {
    calling.map { $0.links.filter { !$0.link.isSilent }.reversed() } ?? []
  }

  /// The asker of the outermost factory link: what the program has asked for first.
  static var firstAsker: Asker? { calling?.links.reduce(nil) { $1.asker ?? $0 } }

  /// The innermost making of a scoped value that is under way in this chain.
  var innermostMaking: Making? { links.lazy.compactMap(\.making).first }

  /// The binding of the innermost scoped value whose factory is running, or whose properties are filled.
  var keptBinding: Binding? {
    for link in links where link.making != nil {
      if case .factory(let binding, _, _) = link.link { return binding.takeUnretainedValue() }
    }
    return nil
  }

  /// The link's description for reports.
  var name: String { link.description }

  /// The names of the links from another one, or from the outermost, to this one.
  func names(from outer: ResolutionChain?) -> [String] {
    var names: [String] = []
    for chain in links where !chain.link.isSilent {
      names.append(chain.name)
      if chain == outer { break }
    }
    return names.reversed()
  }
}
