import Foundation
import PropertyInjection
import Testing

/// Types of other modules that get a hook here.
@Suite struct HookedTypesTests {
  @Test func theHookOfATypeOfFoundationIsCalled() {
    let injector = PropertyInjector { registry in
      registry.register("day", instance: 3)
      registry.declare("day", \DateComponents.day)
    }
    var date = DateComponents()
    injector.injectDependencies(to: &date)
    #expect(date.day == 3)
    #expect(date.month == 12)
  }

  /// A module has a description of its own of each type of C that it uses.
  @Test func theHookOfATypeOfCIsCalled() {
    let place = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { place.deallocate() }
    let injector = PropertyInjector { registry in
      registry.unchecked {
        $0.register("name", instance: place)
        $0.declare("name", \msghdr.msg_name)
      }
    }
    var header = msghdr()
    injector.injectDependencies(to: &header)
    #expect(header.msg_name == place)
    #expect(header.msg_flags == 7)
  }
}

extension DateComponents: InjectionAware {
  /// Shows that it is called.
  public mutating func didInjectDependencies() { month = 12 }
}

extension msghdr: InjectionAware {
  /// Shows that it is called.
  public mutating func didInjectDependencies() { msg_flags = 7 }
}
