/// Stands for a class of a framework, in which you can mark nothing.
final class Sign {
  var text: String?
}
