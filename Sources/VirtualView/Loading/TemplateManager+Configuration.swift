extension TemplateManager {
    /// The result of an app's own check of some bytes.
    @nonexhaustive
    public enum Verdict: Hashable, Sendable {
        /// The bytes may be loaded.
        case accepted
        /// The bytes may not be loaded, with the reason.
        case rejected(String)
    }

    /// The settings of a manager.
    public struct Configuration: Sendable {
        /// The loader for requests without their own loader.
        public var loader: any TemplateLoader
        /// The largest size of a file, in bytes; 64 MiB by default.
        public var maximumFileSize = 64 << 20
        /// The name of the operation queue, which debuggers show.
        public var queueName = "VirtualView.TemplateManager"
        /// The largest number of queued loads that run at once; at least 1.
        public var queueWidth = 1
        /// Whether a published template is removed when a new load of its type starts, instead of when it succeeds.
        ///
        /// If it is `true`, no template is available after a load that fails.
        public var removesBeforeReload = false
        /// Checks the bytes of every load and the requested type before decoding, for example a signature.
        ///
        /// It is called on the thread that runs the load, without any lock.
        public var verify: (@Sendable (_ bytes: [UInt8], _ type: String) -> Verdict)?
        /// The manifest that every load has to match at first; see ``TemplateManager/manifest``.
        public var manifest: TemplateManifest?
        /// The components that templates may use, and the classes of their nodes.
        public var registry = NodeRegistry.standard
        /// The client whose behaviour the node trees follow.
        public var target = Client.swift
        /// Limits for node trees.
        public var treeLimits = TreeLimits()
        /// Receives the report of every load once, when it ends.
        ///
        /// It is called on the thread that ended the load, without any lock.
        public var onLoad: (@Sendable (TemplateLoadReport) -> Void)?

        /// Makes the default settings with a loader.
        public init(loader: any TemplateLoader = TemplateBinaryLoader()) {
            self.loader = loader
        }
    }
}
