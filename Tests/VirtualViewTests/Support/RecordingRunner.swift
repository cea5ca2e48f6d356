import VirtualView
import VirtualViewExpressions

/// Writes down which programs run, and does what a test wants in their place.
final class RecordingRunner: EventProgramRunner {
    struct Run {
        let handler: String
        let nodeID: Int32
        /// What the program would read as `data`.
        let data: JSONValue?
        let event: NodeEvent?
    }

    private(set) var runs: [Run] = []
    /// Is called in place of a program.
    var body: ((EventProgram, Node) -> Void)?

    /// The handlers that ran, with the ids of their nodes.
    var log: [String] {
        runs.map { "\($0.handler) \($0.nodeID)" }
    }

    func run(_ program: EventProgram, on node: Node, for event: NodeEvent?) {
        runs.append(Run(handler: program.handlerName, nodeID: node.id, data: node.tree?.data, event: event))
        body?(program, node)
    }

    func clear() {
        runs = []
    }
}
