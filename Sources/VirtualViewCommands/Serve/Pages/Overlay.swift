/// The layer over a template's page: it shows problems and the effects of clicks.
enum Overlay {
    /// The markup; the page's script fills it.
    static let markup = """
        <section id="vv-problem" role="alert" aria-label="What is wrong" hidden><pre id="vv-problem-text"></pre></section>
        <section id="vv-events" role="log" aria-label="Events" hidden><ul id="vv-event-list"></ul></section>
        """
}
