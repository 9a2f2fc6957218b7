import PropertyInjection
import TestSupport

/// Steps that two threads do at the same time, and the outcomes that the rules allow: those of doing one
/// step after the other, in some order.
package struct Interleaving: Sendable {
  /// What is done before, on one thread.
  private let setup: [Step]
  package let threads: [[Step]]

  /// Two threads with one or two steps each; nil if the seed's sequence has too few.
  package init?(seed: UInt64) {
    let steps = Scenario(seed: seed).steps
    guard case .configure? = steps.first else { return nil }
    var objects = 0
    setup = steps.filter { step in
      if case .create = step { objects += 1 }
      return step.isSetup
    }
    let injectors = setup.count { if case .configure = $0 { true } else { false } }
    var random = SeededRandom(seed: seed)
    // More than two thirds of the questions are the same, so that the threads meet.
    let asked = steps.filter(\.isQuestion)
    guard let common = asked.first, objects > 1 else { return nil }
    threads = (0..<2).map { thread in
      (0..<(1 + random.below(2))).map { _ in
        switch random.below(12) {
        case ..<6: common
        case ..<8: random.one(of: asked)
        case ..<9: .reset(injector: random.below(injectors))
        // Each thread has an object of its own.
        default: .inject(injector: random.below(injectors), object: thread, .direct)
        }
      }
    }
  }

  package var description: String {
    "\(setup.map(\.description)), then \(threads.map { $0.map(\.description) })"
  }

  /// Each outcome that an order of the steps leads to; nil if the rules say nothing about one of them.
  package var allowed: Set<[String]>? {
    var outcomes: Set<[String]> = []
    for turns in turns() {
      for order in Self.orders(turns.map(\.count)) {
        let model = Model(bindings: Check.bindingLimit, mutation: nil)
        for step in setup { _ = model.answer(step) }
        var answers = threads.map { _ in [String]() }
        var next = threads.map { _ in 0 }
        for thread in order {
          switch turns[thread][next[thread]] {
          case .step(let step): answers[thread].append(model.answer(step))
          case .forget(let injector, let binding): model.forget(injector, binding)
          }
          next[thread] += 1
          model.endRequest()
          model.releaseWeakValues()
        }
        // A weak value lives on while a step that uses it is interrupted, which no order of steps tells.
        if model.isUndetermined || model.hasMadeWeakValueAgain { return nil }
        outcomes.insert(Self.numbered(answers.flatMap(\.self) + model.state))
      }
    }
    return outcomes
  }

  /// What a thread does without a pause.
  private enum Turn {
    case step(Step)
    /// A part of a reset, which forgets each cached value by itself.
    case forget(injector: Int, binding: Int)
  }

  /// The turns of each thread, for each order in which resets forget the cached values.
  private func turns() -> [[[Turn]]] {
    let model = Model(bindings: Check.bindingLimit, mutation: nil)
    for step in setup { _ = model.answer(step) }
    var all: [[[Turn]]] = [[]]
    for steps in threads {
      var ways: [[Turn]] = [[]]
      for step in steps {
        var parts: [[Turn]] = [[]]
        if case .reset(let id) = step, let injector = model.injector(id) {
          let bindings = injector.registry.bindings
          let cached = bindings.indices.filter { bindings[$0].keep.scope == .cached }
          parts = Self.orders(cached.map { _ in 1 }).map { order in
            order.map { .forget(injector: id, binding: cached[$0]) }
          }
        }
        ways = ways.flatMap { way in parts.map { way + $0 + [.step(step)] } }
      }
      all = all.flatMap { before in ways.map { before + [$0] } }
    }
    return all
  }

  /// The orders in which threads can take turns, each as often as it has steps.
  private static func orders(_ counts: [Int]) -> [[Int]] {
    if counts.allSatisfy({ $0 == 0 }) { return [[]] }
    return counts.indices.filter { counts[$0] > 0 }.flatMap { thread in
      var rest = counts
      rest[thread] -= 1
      return orders(rest).map { [thread] + $0 }
    }
  }

  /// The texts with the numbers of values in the order in which they first appear.
  ///
  /// Which of two threads calls a factory first is not said; that two get one value is.
  private static func numbered(_ texts: [String]) -> [String] {
    var numbers: [Substring: Int] = [:]
    return texts.map { text in
      text.split(separator: " ").map { word in
        guard word.hasPrefix("#") else { return String(word) }
        return "#\(numbers[word] ?? { numbers[word] = numbers.count; return numbers.count - 1 }())"
      }.joined(separator: " ")
    }
  }

  /// A run with the library, whose threads are not to run at the same moment.
  package final class Run: @unchecked Sendable {
    // Unchecked: the threads run one at a time.
    private let driver = Driver(bindings: Check.bindingLimit)
    private let interleaving: Interleaving
    private var answers: [[String]]

    package init(_ interleaving: Interleaving) {
      self.interleaving = interleaving
      answers = interleaving.threads.map { _ in [] }
      for step in interleaving.setup {
        _ = driver.within(step.injector) { driver.answer(step) }
      }
    }

    /// Does the steps of a thread.
    package func run(_ thread: Int) {
      for step in interleaving.threads[thread] {
        let answer = driver.within(step.injector) { driver.answer(step) }
        answers[thread].append(answer)
      }
    }

    package var outcome: [String] {
      Interleaving.numbered(answers.flatMap(\.self) + driver.state(interleaving.setup))
    }
  }
}

extension Step {
  fileprivate var isSetup: Bool {
    switch self {
    case .configure, .create: true
    default: false
    }
  }

  fileprivate var isQuestion: Bool {
    switch self {
    case .lookUp, .make: true
    default: false
    }
  }
}

extension Token? {
  /// The value in words of which the number is one.
  fileprivate var words: String {
    guard let self else { return "nil" }
    // The number of a Boolean or a metatype tells nothing apart.
    return self.type == .bool || self.type.isMetatype ? "\(self.type)" : "\(self)"
  }
}

extension Model {
  fileprivate func answer(_ step: Step) -> String {
    switch step {
    case .configure(let id, let source, let changes): configure(id, from: source, changes)
    case .create(let id, let target): objects.append((id, ModelObject(target: target)))
    case .lookUp(let id, let key, _):
      guard let injector = injector(id) else { break }
      if case .value(let token) = lookUp(key, in: injector) { return Optional(token).words }
      return "nil"
    case .make(let id, let key, let arguments):
      guard let injector = injector(id) else { break }
      if case .value(let token) = lookUp(key, with: arguments, in: injector) {
        return Optional(token).words
      }
      return "nil"
    case .inject(let id, let object, _):
      guard let injector = injector(id), let object = self.object(object) else { break }
      return "\(inject(object, with: injector).injected)"
    default: break
    }
    return ""
  }

  fileprivate func forget(_ injector: Int, _ binding: Int) {
    self.injector(injector)?.registry.bindings[binding].keep.token = nil
  }

  /// What the objects hold, and how often factories were called.
  fileprivate var state: [String] {
    let values = objects.flatMap { _, object in
      object.slots.indices.filter { !object.slots[$0].isLazy }.map { object.values[$0].words }
    }
    return values
      + calls.enumerated().filter { $0.element > 0 }.map { "\($0.offset): \($0.element)" }
  }
}

extension Driver {
  fileprivate func answer(_ step: Step) -> String {
    switch step {
    case .configure(let id, let source, let changes): configure(id, from: source, changes)
    case .create(let id, let target): create(id, target: target)
    case .lookUp(let id, let key, let lookup):
      guard let injector = injector(id) else { break }
      return lookUp(key, lookup, with: injector).words
    case .make(let id, let key, let arguments):
      guard let injector = injector(id) else { break }
      return make(key, arguments, with: injector).words
    case .reset(let id): injector(id)?.reset()
    case .inject(let id, let object, let route):
      guard let injector = injector(id), let subject = subject(object) else { break }
      return "\(subject.inject(with: injector, route).injected)"
    default: break
    }
    return ""
  }

  fileprivate func state(_ setup: [Step]) -> [String] {
    let values = setup.flatMap { step -> [String] in
      guard case .create(let id, let target) = step, let subject = subject(id) else { return [] }
      let slots = Catalog.entries[target].type.shape.slots
      return slots.indices.filter { !slots[$0].isLazy }.map { subject.read($0).words }
    }
    return values
      + calls.counts.enumerated().filter { $0.element > 0 }.map { "\($0.offset): \($0.element)" }
  }
}
