/// What a template's file is used for at a moment, as a journal of deaths tells it.
@nonexhaustive
public enum TemplatePhase: UInt8, CaseIterable, Hashable, Sendable {
    /// Its bytes are checked and decoded.
    case load = 1
    /// It is prepared for instantiation.
    case prepare
    /// Its nodes are made.
    case create
    /// Its nodes are given data.
    case bind
    /// Its nodes are measured and placed.
    case layout
    /// What its nodes show is listed for drawing.
    case draw
    /// A program of it or the app's function for events runs, or a touch is passed on.
    case event
}

/// Notes which templates are at work at every moment, so that it is known when the process dies.
///
/// A phase is entered and left on one thread, and phases inside each other are left in the reverse order. All of it may be
/// called from any thread.
package protocol PhaseRecorder: AnyObject, Sendable {
    /// Enters a phase.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - host: The number of the template of the outermost tree.
    ///   - item: The number of the template of the innermost item at work; 0 for none.
    /// - Returns: What the thread was in before, for ``leave(to:)``.
    func enter(_ phase: TemplatePhase, host: UInt32, item: UInt32) -> UInt64

    /// Leaves a phase.
    ///
    /// - Parameter outer: What ``enter(_:host:item:)`` returned.
    func leave(to outer: UInt64)

    /// Gives back the number of a template.
    ///
    /// - Parameter number: The number.
    func forget(_ number: UInt32)
}

/// The number under which a recorder knows a template; it is given back when nothing of the template is left.
package final class RecordedTemplate: Sendable {
    /// The recorder.
    package let recorder: any PhaseRecorder
    /// The number, from 1.
    package let number: UInt32

    /// Notes the number that a recorder gave.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - recorder: The recorder.
    package init(_ number: UInt32, of recorder: any PhaseRecorder) {
        self.number = number
        self.recorder = recorder
    }

    deinit {
        recorder.forget(number)
    }
}

// MARK: - Trees

extension TreeContext {
    /// Enters a phase of the tree, or of an item in it, if phases are recorded.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - item: The item's ``NodeTree/itemNumber``; 0 for the outermost tree.
    /// - Returns: What to give to ``leave(to:)``.
    @inline(__always)
    func enter(_ phase: TemplatePhase, item: UInt32 = 0) -> UInt64 {
        guard let recorded else { return 0 }
        return recorded.recorder.enter(phase, host: recorded.number, item: item)
    }

    /// Leaves a phase.
    @inline(__always)
    func leave(to outer: UInt64) {
        recorded?.recorder.leave(to: outer)
    }

    /// Returns the number of the template of an item; 0 if its recorder is another one, or there is none.
    func number(ofItem prepared: PreparedTemplate) -> UInt32 {
        guard let recorded, let item = prepared.recorded, item.recorder === recorded.recorder else { return 0 }
        return item.number
    }
}
