import PropertyInjection

// The instances get their contents at run time: constants would become static objects, whose reference
// counting costs next to nothing.

class Service: @unchecked Sendable {
  // Unchecked: constant after init. The subclasses add nothing.
  private let number: Int
  init(_ number: Int) { self.number = number }
}
final class ServiceA: Service, @unchecked Sendable {}
final class ServiceB: Service, @unchecked Sendable {}
final class ServiceC: Service, @unchecked Sendable {}
final class ServiceD: Service, @unchecked Sendable {}
final class ServiceE: Service, @unchecked Sendable {}

/// The last class that is declared.
final class Owner {
  var a: ServiceA?
  var b: ServiceB?
  var c: ServiceC?
  var d: ServiceD?
  var e: ServiceE?
}

let a = ServiceA(Int(CommandLine.argc))
let b = ServiceB(Int(CommandLine.argc))
let c = ServiceC(Int(CommandLine.argc))
let d = ServiceD(Int(CommandLine.argc))
let e = ServiceE(Int(CommandLine.argc))

func registerServices(_ registry: inout Registry) {
  registry.register("a", instance: a)
  registry.register("b", instance: b)
  registry.register("c", instance: c)
  registry.register("d", instance: d)
  registry.register("e", instance: e)
}

// Not optimized: the optimizer must not see that nothing happens here.
@inline(never) @_optimize(none)
func escape(_ object: AnyObject) {}

@main struct Large {
  static func main() {
    let clock = ContinuousClock()
    var best = (byHand: Duration.seconds(1_000), injected: Duration.seconds(1_000))
    for _ in 0..<9 {
      best.byHand = min(
        best.byHand,
        clock.measure {
          for _ in 0..<200_000 {
            let owner = Owner()
            escape(owner)
            if owner.a == nil { owner.a = a }
            if owner.b == nil { owner.b = b }
            if owner.c == nil { owner.c = c }
            if owner.d == nil { owner.d = d }
            if owner.e == nil { owner.e = e }
            escape(owner)
          }
        })
      best.injected = min(
        best.injected,
        clock.measure {
          for _ in 0..<200_000 {
            let owner = Owner()
            escape(owner)
            injector.injectDependencies(to: owner)
            escape(owner)
          }
        })
    }
    let percent = Int(best.injected / best.byHand * 100)
    print("Five instances, 600 declarations in one closure: \(percent) % of the time by hand.")
  }
}
