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
package struct PropertySite {
  package let property: InjectableProperty
  let reporter: IssueReporter
  let injectionLocation: CodeLocation

  /// The property, as the report of another one shows it, under its full name.
  package var entry: RegistryEntry {
    RegistryEntry(BindingKey(property.fullName, property.valueType), at: nil, nil)
  }

  /// Reports an issue of the property.
  ///
  /// - Parameters:
  ///   - key: The key of a setting.
  ///   - other: The property that it conflicts with.
  @inline(never)
  package func report(_ kind: InjectionIssue.Kind, key: String? = nil, other: RegistryEntry? = nil)
  {
    var issue = InjectionIssue(kind, property: property, related: other.map { [$0] } ?? [])
    issue.injectionLocation = injectionLocation
    issue.lookedUpName = key
    reporter.report(issue)
  }
}
