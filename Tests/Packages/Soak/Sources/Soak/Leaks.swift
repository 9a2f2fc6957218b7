import PropertyInjection

/// Does one thing very often, and looks whether anything is left of it.
struct Leaks {
  let injector = makeInjector()
  /// How often each operation runs.
  let count: Int

  /// The operations; each takes a fraction of ``count`` if it is a slow one.
  private var operations: [(name: String, fraction: Int, run: () -> Void)] {
    [
      (
        "an object injected, then injected again", 1,
        {
          let controller = Controller()
          injector.injectDependencies(to: controller)
          precondition(!injector.injectDependencies(to: controller).didInject)
          precondition(controller.number == 1 && controller.product != nil)
        }
      ),
      (
        "a struct", 1,
        {
          var value = Value()
          precondition(injector.injectDependencies(to: &value).didInject)
        }
      ),
      (
        "marked properties: lazy, read and unread, accessors, a setting", 4,
        {
          let marked = Marked()
          injector.injectDependencies(to: marked)
          marked.volume = 4
          marked.name = "Jenny"
          precondition(marked.product != nil && marked.volume == 4 && marked.name == "Jenny")
        }
      ),
      (
        "a setting under a key of its own", 4,
        {
          Personal.lastNumber += 1
          let personal = Personal(number: Personal.lastNumber)
          injector.injectDependencies(to: personal)
          precondition(personal.name == nil)
        }
      ),
      (
        "accessors taken off", 4,
        {
          let marked = Marked()
          injector.injectDependencies(to: marked)
          precondition(injector.removeAccessors(of: marked).count == 4)
        }
      ),
      (
        "each property decided on", 2,
        {
          let controller = Controller()
          injector.injectDependencies(to: controller) { property in
            property.name == "number" ? .inject(5) : .skip
          }
          precondition(controller.number == 5)
        }
      ),
      (
        "static properties", 2,
        {
          Controller.shared = nil
          precondition(
            injector.injectDependencies(toStaticPropertiesOf: Controller.self).didInject)
        }
      ),
      (
        "an initializer with arguments", 2,
        { precondition(injector.instance(of: House.self, 3)?.product != nil) }
      ),
      (
        "look-ups: there, not there, and one that throws", 4,
        {
          let product: Product? = injector.instance(for: "product")
          let missing: Product? = injector.instance(for: "nothing")
          let failed: Product? = injector.instance(for: "fails")
          precondition(product != nil && missing == nil && failed == nil)
        }
      ),
      (
        "a cached value, and a reset", 4,
        {
          let product: Product? = injector.instance(for: "cached")
          injector.reset()
          precondition(product !== injector.instance(for: .named("cached", Product.self)))
          injector.reset()
        }
      ),
      (
        "a weak value, kept and gone", 4,
        {
          let product: Product? = injector.instance(for: "weak")
          precondition(
            product != nil && product === injector.instance(for: .named("weak", Product.self)))
        }
      ),
      (
        "cached values that need each other, and a reset", 4,
        {
          let left = injector.instance(for: .named("left", Half.self))
          precondition(left != nil && left?.other?.other === left)
          injector.reset()
        }
      ),
      (
        "a value for a property without storage", 4,
        {
          let controller = Controller()
          Notes.all[controller] = Product()
          precondition(Notes.all[controller] != nil)
        }
      ),
      (
        "a derived injector that overrides and injects", 1,
        {
          let derived = injector.overriding { registry in
            registry.register("number", instance: 2, replacing: true)
          }
          let controller = Controller()
          derived.injectDependencies(to: controller)
          precondition(controller.number == 2)
        }
      ),
      (
        "an override for a task that injects and keeps", 1,
        {
          injector.withOverrides { registry in
            registry.register("number", instance: 2)
            registry.register("kept", in: .singleton) { Product() }
          } operation: {
            let controller = Controller()
            injector.injectDependencies(to: controller)
            precondition(controller.number == 2)
            precondition(injector.instance(for: .named("kept", Product.self)) != nil)
          }
        }
      ),
      (
        "an override whose kept values refer to each other, lazily", 4,
        {
          injector.withOverrides {
            $0.register("number", instance: 2)
          } operation: {
            let wax = injector.instance(for: .named("wax", Wax.self))
            precondition(injector.instance(for: .named("flame", Flame.self))?.wax === wax)
          }
        }
      ),
      (
        "an override with a value in a scope of the program", 4,
        {
          injector.withOverrides {
            $0.register("number", instance: 2)
          } operation: {
            let product = injector.instance(for: .named("scoped", Product.self))
            precondition(product === injector.instance(for: .named("scoped", Product.self)))
          }
        }
      ),
      (
        "an actor injects itself: lazy and unread, accessors, a setting", 4,
        { Booth.open(injector) }
      ),
      (
        "a derived injector with singletons and a module", 4,
        {
          let derived = injector.overriding { registry in
            registry.install(module)
            registry.unchecked {
              $0.setScope(.singleton, for: .named("product", Product.self))
            }
          }
          let product: Product? = derived.instance(for: "product")
          precondition(product === derived.instance(for: .named("product", Product.self)))
          let plain = derived.overriding { $0.uninstall(module) }
          precondition(plain.instance(for: "number") == 1)
        }
      ),
    ]
  }

  func check(_ table: inout Table) {
    for operation in operations {
      let count = max(1, count / operation.fraction)
      table.add(operation.name, count, leaks(of: operation.run, count))
    }
    for (name, start) in [("hook", startHook), ("factory", startFactory)] {
      var left: Remains?
      Running.body = { left = leaks(of: lookUp, count) }
      start()
      Running.body = nil
      if let left { table.add("a look-up in a \(name) that goes on", count, left) }
    }
  }

  private func startHook() { injector.injectDependencies(to: Running()) }

  private func startFactory() {
    let ended: Bool? = injector.instance(for: "running")
    precondition(ended == true)
  }

  /// Of an instance and of a value that is made.
  private func lookUp() {
    let service: Service? = injector.instance(for: "service")
    let product = injector.instance(for: .named("product", Product.self))
    precondition(service != nil && product != nil)
  }

  /// What so many runs leave behind.
  private func leaks(of run: () -> Void, _ count: Int) -> Remains {
    // What is remembered for good is remembered now: plans, look-ups, reports.
    for _ in 0..<1_000 { run() }
    Notes.all.releaseValuesOfFreedOwners()
    let aliveBefore = Counted.count
    let before = Memory.allocated
    for _ in 0..<count { run() }
    Notes.all.releaseValuesOfFreedOwners()
    return Remains(bytes: Memory.allocated - before, objects: Counted.count - aliveBefore)
  }
}
