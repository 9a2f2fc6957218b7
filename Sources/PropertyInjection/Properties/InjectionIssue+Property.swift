// How an issue and its entries describe a property.

/// A property, as an issue describes it.
package protocol DescribedProperty {
  var name: String { get }
  var ownerType: Any.Type { get }
  var valueType: Any.Type { get }
  /// The key of its binding.
  var key: BindingKey { get }
  var location: CodeLocation? { get }
  var module: ModuleTag? { get }
}

extension InjectableProperty: DescribedProperty {}

extension InjectionIssue {
  @inline(never)  // Only reports need it, in many places.
  package init(_ kind: Kind, property: some DescribedProperty, related: [RegistryEntry] = []) {
    self.init(kind)
    self.related = related
    describe(property)
  }

  mutating func describe(_ property: some DescribedProperty) {
    name = property.name
    ownerType = property.ownerType
    valueType = property.valueType
    location = property.location
    module = property.module?.name
    lookedUpName = property.key.name
  }
}

extension RegistryEntry {
  package init(property: InjectableProperty) {
    self.init(
      BindingKey(property.name, property.valueType), at: property.location, property.module)
  }
}

/// A property of an injected object, for reports that come later.
package struct PropertySite: @unchecked Sendable {
  // Unchecked: types are constants.
  package let name: String
  /// The type that has the property.
  package let ownerType: Any.Type
  package let valueType: Any.Type
  let reporter: IssueReporter
  let injectionLocation: CodeLocation

  /// The property, as the report of another one shows it, under its full name.
  package var entry: RegistryEntry { RegistryEntry(BindingKey(fullName, valueType), at: nil, nil) }

  /// The property's name with its owner's type: `Player.volume`.
  var fullName: String { "\(TypeName.of(ownerType)).\(TypeName.ofProperty(name))" }

  /// Reports an issue of the property.
  ///
  /// - Parameters:
  ///   - key: The key of a setting.
  ///   - other: The property that it conflicts with.
  @inline(never)
  package func report(_ kind: InjectionIssue.Kind, key: String? = nil, other: RegistryEntry? = nil)
  {
    var issue = InjectionIssue(kind)
    issue.name = name
    issue.ownerType = ownerType
    issue.valueType = valueType
    issue.injectionLocation = injectionLocation
    issue.lookedUpName = key
    issue.related = other.map { [$0] } ?? []
    reporter.report(issue)
  }
}
