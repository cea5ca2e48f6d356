// Pages that turn by themselves: `autoSwitch`, `stayTime` and `autoSwitchTime`.

extension Container {
    /// The shortest time between two turns in seconds, whatever a template says.
    private static let leastStay = 0.1

    /// Turns the pages whose time has come, and returns when the next one will.
    ///
    /// A page stays `stayTime`, and then turns for `autoSwitchTime`. Times that were missed, because an app slept, are
    /// not made up for: such a page turns once.
    func turnDuePages(at now: Double) -> Double? {
        var due: [PageNode] = []
        var deadline: Double?
        engine.forEachPage(inLists: true) { page in
            guard turnsPages, tree.context.touch.fingers.isEmpty, page.turnsByItself, !isHidden(page) else {
                page.turnTime = nil
                return
            }
            let stay = max(Double(page.stayTime) / 1_000, Self.leastStay)
            var time = page.turnTime ?? now + stay
            if time <= now {
                due.append(page)
                time = now + max(0, Double(page.autoSwitchTime) / 1_000) + stay
            }
            page.turnTime = time
            deadline = min(deadline ?? time, time)
        }
        // The programs that run here may do anything, so that the next times are known before.
        for page in due where page.isInside(tree.root) {
            let time = page.turnTime
            turn(page, to: page.currentPage + (page.layoutOrientation == .reverse ? -1 : 1))
            page.turnTime = time
        }
        return deadline
    }
}

extension PageNode {
    fileprivate var turnsByItself: Bool {
        autoSwitch && pageCount > 1
    }
}
