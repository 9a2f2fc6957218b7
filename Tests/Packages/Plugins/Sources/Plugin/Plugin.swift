import Distributed
import PropertyInjection
import Shop

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

final class Player: InjectionAware, CustomStringConvertible {
  @Injected var number: Int?
  var other: Int?
  let description = "a player"

  func didInjectDependencies() { print("player: the hook") }
}

final class Customer {
  @Injected var store: Store?
  @Injected(.byType) var shop: Store?
}

distributed actor RemotePlayer {
  typealias ActorSystem = LocalTestingDistributedActorSystem
  var number: Int?
}

/// An object of a class that is marked with this copy of the library.
@_cdecl("makePlayer")
public func makePlayer() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Player()).toOpaque() }

/// An object whose properties have a type of a module that the program links, too.
@_cdecl("makeCustomer")
public func makeCustomer() -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(Customer()).toOpaque()
}

/// A distributed actor, in a program that has not loaded their module before.
@_cdecl("makeRemotePlayer")
public func makeRemotePlayer() -> UnsafeMutableRawPointer {
  let player = RemotePlayer(actorSystem: LocalTestingDistributedActorSystem())
  return Unmanaged.passRetained(player as AnyObject).toOpaque()
}

/// Of a type of C this library has another description than the program.
extension msghdr: InjectionAware {
  /// Shows that it is called.
  public mutating func didInjectDependencies() { print("header: the hook") }
}

/// Injects a value of a type of C.
@_cdecl("injectHeader")
public func injectHeader() {
  let injector = PropertyInjector { registry in
    registry.unchecked {
      $0.register("name", instance: UnsafeMutableRawPointer(bitPattern: 8)!)
      $0.declare("name", \msghdr.msg_name)
    }
  }
  var header = msghdr()
  print("header:", injector.injectDependencies(to: &header))
}
