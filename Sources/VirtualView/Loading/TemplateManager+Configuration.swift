extension TemplateManager {
    /// What an app's own check says of some bytes.
    @nonexhaustive
    public enum Verdict: Hashable, Sendable {
        /// The bytes may be loaded.
        case accepted
        /// The bytes may not be loaded, and why.
        case rejected(String)
    }

    /// How a manager loads.
    public struct Configuration: Sendable {
        /// The loader for requests that bring none of their own.
        public var loader: any TemplateLoader
        /// The largest file that is read, in bytes; 64 MiB unless told.
        public var maximumFileSize = 64 << 20
        /// The name of the operation queue, which debuggers show.
        public var queueName = "VirtualView.TemplateManager"
        /// How many queued loads may run at once; at least 1.
        public var queueWidth = 1
        /// Whether a published template is forgotten when a new load of its type starts, instead of when it succeeds.
        ///
        /// Then a load that fails leaves nothing behind.
        public var removesBeforeReload = false
        /// Looks at the bytes of every load, and at the type that was asked for, before they are decoded: the place to
        /// check a signature.
        ///
        /// Called on the thread that runs the load, without any lock.
        public var verify: (@Sendable (_ bytes: [UInt8], _ type: String) -> Verdict)?
        /// The manifest that every load has to agree with at first; see ``TemplateManager/manifest``.
        public var manifest: TemplateManifest?
        /// The components that templates may use, and the classes of their nodes.
        public var registry = NodeRegistry.standard
        /// The client whose behaviour trees of nodes show.
        public var target = Client.swift
        /// Bounds for trees of nodes.
        public var treeLimits = TreeLimits()
        /// Told once of every load, when it ends.
        ///
        /// Called on the thread that ended the load, without any lock.
        public var onLoad: (@Sendable (TemplateLoadReport) -> Void)?

        /// Starts with the usual values.
        ///
        /// - Parameter loader: The loader for requests that bring none of their own.
        public init(loader: any TemplateLoader = TemplateBinaryLoader()) {
            self.loader = loader
        }
    }
}
