#if canImport(UIKit) || canImport(AppKit)
    import VirtualView

    /// The objects that stand for a template's elements: VoiceOver stays at an element as long as that is the same object.
    @MainActor struct ElementObjects<Object: AnyObject> {
        private var objects: [Key: Object] = [:]

        /// What an element is known by while others come and go.
        private struct Key: Hashable {
            let dataPath: DataPath
            let templateIndex: Int
            /// Distinguishes elements of the same node.
            var count = 0
        }

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
            var kept: [Key: Object] = [:]
            let shown = elements.map { element -> Object in
                let known = tree.elements[element.element]
                var key = Key(dataPath: known.dataPath, templateIndex: known.templateIndex)
                while kept[key] != nil { key.count += 1 }
                let object = objects[key] ?? make()
                show(object, element)
                kept[key] = object
                return object
            }
            objects = kept
            return shown
        }
    }
#endif
