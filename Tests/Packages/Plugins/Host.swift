#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
import PropertyInjection
import PropertyInjectionChecking

// Loads the plug-in that is named, after a first injection, and injects what it makes.

final class Board { var number: Int? }

let injector = PropertyInjector { registry in
  registry.issueHandler = { print($0) }
  registry.register("number", instance: 7)
  registry.declare("number", \Board.number)
}
print("described:", injector.instances(of: (any CustomStringConvertible).self))
print("board:", injector.injectDependencies(to: Board(), fileID: "Host", line: 1))

guard let plugin = dlopen(CommandLine.arguments[1], RTLD_NOW) else {
  fatalError(String(cString: dlerror()))
}

func make(_ symbol: String) -> AnyObject {
  let function = dlsym(plugin, symbol)
  let make = unsafeBitCast(function, to: (@convention(c) () -> UnsafeMutableRawPointer).self)
  return Unmanaged<AnyObject>.fromOpaque(make()).takeRetainedValue()
}

print("player:", injector.injectDependencies(to: make("makePlayer"), fileID: "Host", line: 2))
print("remote:", injector.injectDependencies(to: make("makeRemotePlayer"), fileID: "Host", line: 3))

let derived = injector.overriding { registry in
  // Under the protocol that it is asked for: its class is the plug-in's own.
  let player = make("makePlayer") as! any CustomStringConvertible
  registry.unchecked { $0.register("player", instance: player) }
}
print("described:", derived.instances(of: (any CustomStringConvertible).self))

// Both check with the one core: what the plug-in finds about the host's injector is what the host finds.
print("host finds:", derived.validate(including: make("makePlayer")).findings.count)
typealias Check = @convention(c) (UnsafeRawPointer) -> Int
let check = unsafeBitCast(dlsym(plugin, "countFindings"), to: Check.self)
print("plug-in finds:", check(Unmanaged.passUnretained(derived).toOpaque()))
print("explained:", derived.explain(make("makePlayer")).properties.map { $0.reason == nil })
