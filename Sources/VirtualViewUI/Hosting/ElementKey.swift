#if canImport(UIKit) || canImport(AppKit)
    import VirtualView

    /// What an element for assistive technology is known by while others come and go.
    struct ElementKey: Hashable {
        private let dataPath: DataPath
        private let templateIndex: Int
        /// Distinguishes elements of the same node.
        var count = 0

        init(_ element: AccessibilityTree.Element) {
            dataPath = element.dataPath
            templateIndex = element.templateIndex
        }
    }
#endif
