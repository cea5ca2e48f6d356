/// The children of a box that are not gone, in order.
struct ShownChildren: Sequence, IteratorProtocol {
    private var following: LayoutBox.Pointer?

    @inline(__always)
    fileprivate init(of box: LayoutBox.Pointer) {
        following = box.pointee.firstChild
    }

    @inline(__always)
    mutating func next() -> LayoutBox.Pointer? {
        while let child = following {
            following = child.pointee.nextSibling
            if !child.pointee.isGone { return child }
        }
        return nil
    }
}

extension LayoutBox.Pointer {
    /// The children that are not gone.
    @inline(__always)
    var shownChildren: ShownChildren { ShownChildren(of: self) }
}
