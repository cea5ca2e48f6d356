#if canImport(UIKit) || canImport(AppKit)
    import VirtualView

    /// The objects that stand for a template's elements: VoiceOver stays at an element as long as that is the same object.
    @MainActor struct ElementObjects<Object: AnyObject> {
        private var objects: [Int32: Object] = [:]
        private var lastNumber: Int32 = 0

        /// Returns the objects of the elements that there are now, in their order; those of others are forgotten.
        ///
        /// - Parameters:
        ///   - elements: The elements.
        ///   - tree: The tree that they are from.
        ///   - make: Makes the object of an element that is new.
        ///   - show: Tells an object about its element.
        /// - Returns: The objects.
        mutating func show(
            _ elements: [SpokenElement],
            of tree: AccessibilityTree,
            make: () -> Object,
            show: (Object, SpokenElement) -> Void
        ) -> [Object] {
            var kept: [Int32: Object] = [:]
            let shown = elements.map { element -> Object in
                let number = tree.nodes[element.element].hostNumber(after: &lastNumber)
                let object = objects[number] ?? make()
                show(object, element)
                kept[number] = object
                return object
            }
            objects = kept
            return shown
        }
    }
#endif
