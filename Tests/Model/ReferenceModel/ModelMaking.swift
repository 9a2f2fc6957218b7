import PropertyInjection

/// A value that is being made: what waits for it, and what it lacks.
final class Making {
  let keep: Keep
  /// Whether an initializer's argument, or a property of what is made, needs it.
  let isAskedByInjector: Bool
  /// Whether a property of what is made needs it.
  let isAskedByProperty: Bool
  /// Whether the caller supplies arguments: recursion with others may end.
  let takesArguments: Bool
  /// Whether it is kept.
  var isShared: Bool { keep.scope != .unique }

  /// What it is, once that is there.
  var product: Token?
  /// What it got while that was being made.
  var needs: [Making] = []
  var hasEnded = false
  var isGivenUp = false
  /// The properties that are filled when it is there.
  var late: [LateProperty] = []
  /// The hooks that are called when it has its properties, each with what it was made with.
  var hooks: [(maker: Making, call: () -> Void)] = []
  /// The place of the outermost making without which nothing would be missing.
  var lack: Int?

  init(
    _ keep: Keep, isAskedByInjector: Bool, isAskedByProperty: Bool, takesArguments: Bool
  ) {
    self.keep = keep
    self.isAskedByProperty = isAskedByInjector && isAskedByProperty
    self.isAskedByInjector = isAskedByInjector
    self.takesArguments = takesArguments
  }

  /// It, and what it needs.
  var reachable: [Making] {
    var reached: [Making] = []
    var next = [self]
    while let making = next.popLast() {
      if reached.contains(where: { $0 === making }) { continue }
      reached.append(making)
      next += making.needs
    }
    return reached
  }

  /// Whether it, or something that it needs, is not to be used.
  var isUseless: Bool { reachable.contains(where: \.isGivenUp) }
}

/// A property of something that is made, which is filled later.
struct LateProperty {
  let product: Product
  let fill: () -> Bool
  let holder: Making

  /// Something that is made.
  final class Product {
    var isFilledLater = false
  }
}

extension Model {
  /// Whether what is made now is seen by the program's code only once something kept is made.
  var isWithinShared: Bool { isWithinShared(makings.count) }

  /// The same for the first so many that are being made.
  private func isWithinShared(_ depth: Int) -> Bool {
    for making in makings[..<depth].reversed() {
      if making.isShared { return true }
      guard making.isAskedByInjector else { return false }
    }
    return false
  }

  /// Whether an argument or a look-up of a factory that leads back to a value that is being made may come later: a
  /// property further out is filled when that exists, and what has asked is made then.
  var mayComeLater: Bool {
    guard let depth = dependsOn, depth > 0, depth < makings.count, makings[depth - 1].isShared,
      makings[depth - 1].keep.token == nil
    else { return false }
    return (depth..<makings.count).contains { index in
      // A property of a product that a factory looks up does not wait: the factory is asked again.
      makings[index].isAskedByProperty && isWithinShared(index)
    }
  }

  /// Lets what waits for a value wait for the one that its argument leads back to.
  func giveWay(_ making: Making) {
    // What it leads back to may have ended, where the rules say no more.
    guard let depth = dependsOn, depth <= makings.count else { return giveUp(making) }
    let cause = makings[depth - 1]
    making.needs.append(cause)
    cause.late += making.late
    making.late = []
    callHooks(making)
  }

  /// The making of a binding's value that is under way, which another question would lead back to.
  ///
  /// What is not kept may be made again within what is.
  func making(of binding: ModelBinding) -> (making: Making, depth: Int)? {
    guard
      let index = makings.lastIndex(where: { $0.keep === binding.keep && !$0.takesArguments }),
      binding.keep.scope != .unique || !makings[index...].contains(where: \.isShared)
    else { return nil }
    return (makings[index], index + 1)
  }

  var innermostShared: (making: Making, depth: Int)? {
    makings.lastIndex(where: \.isShared).map { (makings[$0], $0 + 1) }
  }

  /// Notes that what is being made has got a kept value.
  func noteNeed(_ keep: Keep) {
    guard let making = keep.making, making.reachable.contains(where: { !$0.hasEnded }) else {
      return
    }
    innermostShared?.making.needs.append(making)
  }

  /// Notes that a product lacks what another question would have given it.
  func noteLack(for depth: Int) {
    guard let shared = innermostShared, depth <= shared.depth, isWithinShared else { return }
    shared.making.lack = min(shared.making.lack ?? depth, depth)
  }

  /// Fills what has waited for a value.
  func fillLate(_ making: Making) {
    let late = making.late
    making.late = []
    for property in late { fillLate(property) }
  }

  private func fillLate(_ property: LateProperty) {
    coverage.count(.filledLater)
    if property.fill() { property.product.isFilledLater = true }
  }

  /// Asks once more for the properties that have waited for what could not be made.
  func askAgain() {
    let late = lateAgain
    lateAgain = []
    for property in late where !property.holder.isGivenUp {
      makings.append(property.holder)
      fillLate(property)
      makings.removeLast()
    }
  }

  /// Gives a value up that could not be made, or lacks something.
  ///
  /// What waits for it is asked for once more, when what is made around it is there.
  func giveUp(_ making: Making) {
    making.isGivenUp = true
    for property in making.late { property.holder.needs.removeAll { $0 === making } }
    lateAgain += making.late
    making.late = []
    let hooks = making.hooks.filter { !$0.maker.isUseless }
    making.hooks = []
    if let outer = makings.dropLast().last(where: \.isShared) {
      outer.hooks += hooks
    } else {
      hooksAgain += hooks
    }
  }

  /// Does what is left when nothing is being made any more.
  func finishAll() {
    guard !makings.contains(where: \.isShared) else { return }
    while !lateAgain.isEmpty { askAgain() }
    let hooks = hooksAgain
    hooksAgain = []
    for hook in hooks where !hook.maker.isUseless { hook.call() }
  }

  /// Calls the hooks that have waited, or leaves them to what is made around this.
  func callHooks(_ making: Making) {
    let open = making.reachable.filter { !$0.hasEnded && $0 !== making }
    let outer = makings.dropLast().last { outer in open.contains { $0 === outer } }
    if let outer {
      outer.hooks += making.hooks
    } else {
      for hook in making.hooks { hook.call() }
    }
    making.hooks = []
  }
}
