extension Client {
    /// The largest things that a target can read; all bounds are inclusive (`Docs/Format.md §10`).
    public struct Limits: Hashable, Sendable {
        /// The bytes of one string in the file.
        public let stringBytes: Int
        /// The bytes of the template's name.
        public let nameBytes: Int
        /// The bytes of the node tree.
        public let nodeBytes: Int
        /// The bytes of one event program.
        public let programBytes: Int
        /// The entries in one property table of a node.
        public let tableEntries: Int
        /// The template's own version, the third number of the file's.
        public let patchVersion: Int
        /// The ids of components.
        public let componentID: Int

        /// What the fields of the format can hold.
        public static let format = Limits(
            stringBytes: 65_535,
            nameBytes: 65_535,
            nodeBytes: 65_535,
            programBytes: 65_535,
            tableEntries: 255,
            patchVersion: 65_535,
            componentID: 65_535
        )

        /// The reference iOS runtime: sizes are read signed, counts unsigned, and event programs are skipped.
        public static let iOS = Limits(
            stringBytes: 32_767,
            nameBytes: 32_767,
            nodeBytes: 32_767,
            programBytes: 65_535,
            tableEntries: 255,
            patchVersion: 32_767,
            componentID: 32_767
        )

        /// The reference Android runtime: sizes and counts are read signed.
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
