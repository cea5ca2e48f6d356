import Foundation
import Testing
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewTestSupport

/// What a person does on a page, done to the pages that `vvc preview` writes.
@Suite(.serialized, .enabled(if: InstalledBrowser.path != nil, Comment(rawValue: InstalledBrowser.reason)))
struct BrowserPageTests {
    private let workspace = Workspace.fresh()

    /// What the scripts below share.
    private static let tools = """
        const problems = [];
        const expect = (isTrue, text) => { if (!isTrue) problems.push(text); };
        const near = (rect, numbers) => [rect.left, rect.top, rect.width, rect.height]
          .every((number, index) => Math.abs(number - numbers[index]) <= 0.5);
        const pointer = (view, target, type, x = 0, y = 0) => target.dispatchEvent(
          new view.PointerEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y }));
        const press = (view, key) => view.document.activeElement.dispatchEvent(
          new view.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const pick = (view, name, value) => {
          const input = view.document.querySelector(`input[name=${name}][value="${value}"]`);
          if (!input) { problems.push(`no ${name} ${value}`); return; }
          input.checked = true;
          input.dispatchEvent(new view.Event("change", { bubbles: true }));
        };
        const shownPictures = view => [...view.document.querySelectorAll(".picture")].filter(picture => picture.offsetWidth);
        const outline = picture => picture.querySelector(".outline");
        // A frame in the window, of one in a picture.
        const placed = (picture, [x, y, width, height]) => {
          const box = picture.querySelector("svg").getBoundingClientRect();
          return [box.left + x, box.top + y, width, height];
        };
        """

    private func run(_ script: String, _ cases: JSONValue = .null) throws -> JSONValue {
        try Browser.run(Self.tools + script, cases: cases, in: workspace.path(""))
    }

    private func writePage(_ template: String, _ arguments: String...) {
        let path = Fixtures.packageRoot.appendingPathComponent("Templates/\(template)").path
        let result = workspace.vvc(["preview", path, "-o", "@/page.html"] + arguments)
        #expect(result.code == .success && result.error.isEmpty, "\(result.error)")
    }

    @Test func everyPageIsBuiltAndNamesEveryNode() throws {
        var files: [JSONValue] = []
        for name in Fixtures.templateNames {
            let path = Fixtures.packageRoot.appendingPathComponent("Templates/\(name)").path
            #expect(workspace.vvc("preview", path, "--width=320,375", "-o", "@/\(name).html").code == .success)
            files.append(.string("\(name).html"))
        }
        let found = try run(
            """
            let rows = 0;
            for (const file of cases) {
              const view = await load(file), page = view.document.vvPage;
              expect(page, file + ": the script did not run");
              if (!page) continue;
              const tree = view.document.getElementById("tree");
              expect(tree.children.length === page.views[0].nodes.length, file + ": rows");
              expect(view.document.querySelectorAll(".picture svg").length === 2, file + ": pictures");
              expect(page.views[0].nodes.every(node => node[9] > 0), file + ": source lines");
              rows += tree.children.length;
            }
            return { problems, rows };
            """,
            .array(files)
        )
        #expect(found["problems"] == [], "\(found.json)")
    }

    @Test func pointingAtARowOutlinesTheNodeInEveryPicture() throws {
        writePage("ChatThread.xml", "--width=320,375")
        let found = try run(
            """
            const view = await load("page.html"), page = view.document.vvPage;
            const rows = view.document.getElementById("tree").children;
            let checked = 0;
            for (const [index, row] of [...rows].entries()) {
              pointer(view, row.firstChild, "pointerover");
              expect(row.classList.contains("hot"), `row ${index}`);
              for (const picture of shownPictures(view)) {
                const frame = page.views[picture.dataset.view].nodes[index][5];
                if (!frame) { expect(!outline(picture), `outline of hidden ${index}`); continue; }
                expect(outline(picture) && near(outline(picture).getBoundingClientRect(), placed(picture, frame)), `outline ${index}`);
                checked += 1;
              }
              const details = view.document.getElementById("details").textContent;
              const node = page.views[0].nodes[index];
              expect(details.includes(`${node[8]}:${node[9]}`), `source of ${index}: ${details}`);
              expect(details.includes("Frame in 320") && details.includes("Frame in 375"), `frames of ${index}`);
              expect(details.includes("layoutWidth"), `properties of ${index}`);
            }
            pointer(view, view.document.getElementById("tree"), "pointerleave");
            expect(!view.document.querySelector(".outline"), "outline left behind");
            return { problems, checked };
            """
        )
        #expect(found["problems"] == [], "\(found.json)")
        guard case .int(let checked)? = found["checked"] else {
            Issue.record("\(found.json)")
            return
        }
        #expect(checked >= 30)
    }

    /// A browser draws no rectangle that has no area.
    @Test func aNodeWithoutAHeightIsOutlinedToo() throws {
        try workspace.write("Thin.xml", #"<FrameLayout layoutHeight="20"><NLine layoutWidth="30"/></FrameLayout>"#)
        #expect(workspace.vvc("preview", "@/Thin.xml", "-o", "@/page.html").code == .success)
        let found = try run(
            """
            const view = await load("page.html"), rows = view.document.getElementById("tree").children;
            pointer(view, rows[1].firstChild, "pointerover");
            const mark = outline(shownPictures(view)[0]);
            expect(mark && mark.getAttribute("height") > 0 && mark.getAttribute("height") < 0.1, "no outline");
            return { problems };
            """
        )
        #expect(found["problems"] == [], "\(found.json)")
    }

    @Test func pointingAtAPictureFindsTheNodeInFront() throws {
        writePage("ProductCard.xml", "--width=320,375")
        let found = try run(
            """
            const view = await load("page.html"), page = view.document.vvPage;
            const picture = shownPictures(view)[1], nodes = page.views[1].nodes;
            let events = [];
            view.document.addEventListener("vv-click", event => events.push(event.detail));
            for (const [index, node] of nodes.entries()) {
              if (!node[6]) continue;
              const [x, y, width, height] = placed(picture, node[6]);
              // The middle is a child's in most layouts, so the corner is tried: what is there, last in the tree, wins.
              const at = [node[6][0] + 0.25, node[6][1] + 0.25];
              const front = nodes.findLastIndex(other => other[6] && at[0] >= other[6][0] && at[1] >= other[6][1]
                && at[0] < other[6][0] + other[6][2] && at[1] < other[6][1] + other[6][3]);
              pointer(view, picture.querySelector("svg"), "pointermove", x + 0.25, y + 0.25);
              const hot = view.document.querySelector("#tree .hot");
              expect(hot && Number(hot.dataset.node) === front, `node ${index}`);
              expect(view.document.querySelector("#details h2").textContent.startsWith(nodes[front][0]), `details ${index}`);
              expect(shownPictures(view).every(outline), `outlines ${index}`);
            }
            expect(page.view === 1, "the view under the pointer is in use");
            const first = placed(shownPictures(view)[0], [30, 40, 0, 0]);
            view.document.querySelector(".picture svg").dispatchEvent(
              new view.MouseEvent("click", { bubbles: true, clientX: first[0], clientY: first[1] }));
            expect(events.length === 1 && events[0].view === 0 && events[0].x > 0, "vv-click " + JSON.stringify(events));
            pointer(view, view.document.getElementById("stage"), "pointerleave");
            expect(view.document.querySelector("#tree [aria-selected=true]"), "a click keeps the node");
            return { problems };
            """
        )
        #expect(found["problems"] == [], "\(found.json)")
    }

    @Test func switchesWidthTextScaleAndAppearance() throws {
        try workspace.write(
            "Card.xml",
            """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
              <NText text="${env.appearance}" textSize="20" layoutWidth="wrap_content" layoutHeight="wrap_content"/>
              <NText text="${env.layoutDirection}" textSize="20" layoutWidth="match_parent" layoutHeight="wrap_content"/>
            </VHLayout>
            """
        )
        try workspace.write("Card.json", "{}")
        #expect(workspace.vvc("preview", "@/Card.xml", "-o", "@/page.html", "--width=200,300,350").code == .success)
        let found = try run(
            """
            const view = await load("page.html"), page = view.document.vvPage;
            const texts = () => [...shownPictures(view)[0].querySelectorAll("text")].map(text => text.textContent);
            expect(shownPictures(view).length === 3, "three pictures");
            const tops = shownPictures(view).map(picture => picture.getBoundingClientRect().top);
            expect(new Set(tops).size === 1, "side by side");
            pick(view, "width", "300");
            expect(shownPictures(view).length === 1, "one picture");
            expect(near(shownPictures(view)[0].querySelector("svg").getBoundingClientRect(),
              placed(shownPictures(view)[0], [0, 0, 300, page.views[1].size[1]])), "its size");
            expect(page.view === 1 && view.document.querySelector("#tree li").textContent.includes("300 ×"), "its frames");
            pick(view, "textScale", "2");
            const text = shownPictures(view)[0].querySelector("text");
            expect(text.getAttribute("font-size") === "40", "larger text");
            expect(page.views[page.view].textScale === 2 && page.setting.textScale === "2", "setting");
            pick(view, "appearance", "dark");
            expect(texts()[0] === "dark" && shownPictures(view)[0].classList.contains("dark"), "dark");
            expect(texts()[1] === "leftToRight", "left to right");
            pick(view, "direction", "rightToLeft");
            expect(texts()[1] === "rightToLeft" && texts()[0] === "dark", "right to left");
            pick(view, "width", "all");
            expect(shownPictures(view).length === 3, "all again");
            const frames = view.document.querySelector("input[name=frames]");
            frames.click();
            expect(shownPictures(view)[0].querySelectorAll(".frame").length === 3, "all frames");
            frames.click();
            expect(!view.document.querySelector(".frame"), "no frames");
            return { problems };
            """
        )
        #expect(found["problems"] == [], "\(found.json)")
    }

    @Test func theKeyboardReachesEverything() throws {
        writePage("CourierCard.asv", "--width=320,375")
        let found = try run(
            """
            const view = await load("page.html"), document = view.document;
            const rows = document.getElementById("tree").children;
            const stops = [...rows].filter(row => row.tabIndex === 0);
            expect(stops.length === 1 && stops[0] === rows[0], "one tab stop");
            rows[0].focus();
            expect(rows[0].getAttribute("aria-selected") === "true" && document.querySelector(".outline"), "focus chooses");
            press(view, "ArrowDown");
            expect(document.activeElement === rows[1] && rows[1].tabIndex === 0, "down");
            press(view, "End");
            expect(document.activeElement === rows[rows.length - 1], "end");
            press(view, "ArrowDown");
            expect(document.activeElement === rows[rows.length - 1], "no further");
            press(view, "ArrowLeft");
            const level = row => Number(row.getAttribute("aria-level"));
            expect(level(document.activeElement) === level(rows[rows.length - 1]) - 1, "left is the parent");
            press(view, "ArrowRight");
            expect(level(document.activeElement) === level(rows[rows.length - 1]), "right is the first child");
            press(view, "Home");
            press(view, "ArrowUp");
            expect(document.activeElement === rows[0], "home");
            press(view, "Escape");
            expect(!document.querySelector(".outline"), "escape");
            const names = [...document.querySelectorAll("input")].map(input => input.closest("label").textContent.trim());
            expect(names.every(Boolean), "labels");
            return { problems };
            """
        )
        #expect(found["problems"] == [], "\(found.json)")
    }

    @Test func fitsANarrowWindowAndLetsNothingIn() throws {
        writePage("ProductCard.xml", "--width=320,375,414")
        let found = try run(
            """
            for (const width of [280, 320, 700, 1400]) {
              const view = await load("page.html", width), document = view.document;
              expect(document.documentElement.scrollWidth <= width, `${width}: ${document.documentElement.scrollWidth}`);
              const picture = shownPictures(view)[0], svg = picture.querySelector("svg").getBoundingClientRect();
              const row = document.getElementById("tree").children[1];
              pointer(view, row.firstChild, "pointerover");
              const box = outline(picture).getBoundingClientRect(), frame = document.vvPage.views[0].nodes[1][5];
              const scale = svg.width / 320;
              expect(Math.abs(box.left - svg.left - frame[0] * scale) <= 0.5 && Math.abs(box.width - frame[2] * scale) <= 0.5, `outline at ${width}`);
            }
            const view = await load("page.html"), document = view.document, refused = [];
            document.addEventListener("securitypolicyviolation", event => refused.push(event.effectiveDirective));
            const script = document.createElement("script");
            script.textContent = "window.wasRun = true";
            document.body.append(script);
            const image = document.createElement("img");
            image.src = "https://example.com/a.png";
            document.body.append(image);
            await view.fetch("https://example.com/").catch(() => {});
            await new Promise(done => setTimeout(done, 50));
            expect(!view.wasRun, "a script got in");
            for (const directive of ["script-src-elem", "img-src", "connect-src"])
              expect(refused.includes(directive), `${directive} in ${refused}`);
            return { problems };
            """
        )
        #expect(found["problems"] == [], "\(found.json)")
    }
}
