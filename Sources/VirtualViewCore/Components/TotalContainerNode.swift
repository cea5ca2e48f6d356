/// A container that an app fills: `TotalContainer`.
open class TotalContainerNode: Node {
    override class var languageComponent: String? { "TotalContainer" }
}
