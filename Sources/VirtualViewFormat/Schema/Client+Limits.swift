extension Client {
    /// The largest sizes and numbers that a client can read (`Docs/Format.md §10`).
    public struct Limits: Hashable, Sendable {
        /// The most bytes of one string in the file.
        public let stringBytes: Int
        /// The most bytes of the template's name.
        public let nameBytes: Int
        /// The most bytes of the node tree.
        public let nodeBytes: Int
        /// The most bytes of one event program.
        public let programBytes: Int
        /// The most entries in one property table of a node.
        public let tableEntries: Int
        /// The largest version of the template itself, which is the third number in the file.
        public let patchVersion: Int
        /// The largest id of a component.
        public let componentID: Int

        /// The limits of the format's fields.
        public static let format = Limits(
            stringBytes: 65_535,
            nameBytes: 65_535,
            nodeBytes: 65_535,
            programBytes: 65_535,
            tableEntries: 255,
            patchVersion: 65_535,
            componentID: 65_535
        )

        /// The limits of the reference iOS runtime, which reads signed sizes and unsigned counts.
        ///
        /// It skips event programs.
        public static let iOS = Limits(
            stringBytes: 32_767,
            nameBytes: 32_767,
            nodeBytes: 32_767,
            programBytes: 65_535,
            tableEntries: 255,
            patchVersion: 32_767,
            componentID: 32_767
        )

        /// The limits of the reference Android runtime, which reads signed sizes and counts.
        public static let android = Limits(
            stringBytes: 32_767,
            nameBytes: 32_767,
            nodeBytes: 32_767,
            programBytes: 32_767,
            tableEntries: 127,
            patchVersion: 32_767,
            componentID: 32_767
        )
    }
}
