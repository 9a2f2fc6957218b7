import Foundation
import PropertyInjection

/// An owner of each kind of property, whose superclass is one of the platform.
///
/// The compiler refuses subclasses of `Thread`, `NSLock`, `NSCondition` and `NSRegularExpression` on
/// Linux: their members are hidden there. An object of a subclass of `NSURL` that stores something ends
/// the process there when it is released.
protocol PlatformOwner: InjectionAware, AnyObject {
  var number: Int? { get set }
  var marked: NSNumber? { get set }
  var late: NSString? { get set }
  var hooks: Int { get set }
}

extension PlatformOwner {
  func didInjectDependencies() { hooks += 1 }

  /// Declares the property that is not marked.
  static func declare(in registry: inout Registry) {
    registry.unchecked { $0.declare("number", \Self.number) }
  }
}

final class OwnObject: NSObject, PlatformOwner {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0

  // None of the object's own code runs.
  override var description: String { fatalError("the library must not read it") }
  override var hash: Int { fatalError("the library must not read it") }
  override func isEqual(_ object: Any?) -> Bool { fatalError("the library must not compare") }
}
final class OwnCache: NSCache<NSString, NSNumber>, PlatformOwner {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnDateFormatter: DateFormatter, PlatformOwner, @unchecked Sendable {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnDimension: Dimension, PlatformOwner, @unchecked Sendable {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnEnumerator: NSEnumerator, PlatformOwner {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnError: NSError, PlatformOwner, @unchecked Sendable {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnFileManager: FileManager, PlatformOwner, @unchecked Sendable {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnDecoder: JSONDecoder, PlatformOwner, @unchecked Sendable {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnCenter: NotificationCenter, PlatformOwner, @unchecked Sendable {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnOperation: Operation, PlatformOwner, @unchecked Sendable {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
  var configured: PropertyInjector?

  override func main() { configured?.injectDependencies(to: self) }
}
final class OwnPredicate: NSPredicate, PlatformOwner {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnProgress: Progress, PlatformOwner, @unchecked Sendable {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnStream: InputStream, PlatformOwner {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnText: NSMutableAttributedString, PlatformOwner {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
final class OwnURLComponents: NSURLComponents, PlatformOwner {
  var number: Int?
  @Injected var marked: NSNumber?
  @Injected(lazy: true) var late: NSString?
  var hooks = 0
}
