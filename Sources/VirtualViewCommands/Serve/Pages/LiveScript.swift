import VirtualViewFormat

/// The scripts of the pages that the server sends.
///
/// They set texts as texts; the only markup that they insert is that of pictures that the server drew. Styles are set
/// from the script, for the policy of the pages allows no others.
enum LiveScript {
    /// The common start of both scripts: the state in which the page was made, and news of changes since then.
    ///
    /// The connection is closed while the page is hidden, for a browser opens six to a server at most.
    private static let connection = #"""
        "use strict";
        const listen = (url, tell) => {
          let source = null;
          const open = () => {
            if (document.hidden || source) return;
            source = new EventSource(url);
            source.onmessage = message => tell(JSON.parse(message.data));
            source.onopen = () => document.documentElement.dataset.live = "yes";
            source.onerror = () => document.documentElement.dataset.live = "no";
          };
          const close = () => { if (source) source.close(); source = null; };
          document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
          addEventListener("pagehide", close);
          addEventListener("pageshow", open);
          open();
        };

        """#

    /// Returns the script of a template's page.
    ///
    /// - Parameter state: The state that the page shows, as JSON.
    /// - Returns: The script.
    static func page(_ state: String) -> String {
        connection + "const shown = \(JSONText.inScript(state));\n" + pageText
    }

    /// Returns the script of the index.
    ///
    /// - Parameter state: The states of all templates that the page shows, as JSON.
    /// - Returns: The script.
    static func index(_ state: String) -> String {
        connection + "const shown = \(JSONText.inScript(state));\n" + indexText
    }

    private static let pageText = #"""
        (() => {
          const problem = document.getElementById("vv-problem"), text = document.getElementById("vv-problem-text");
          const log = document.getElementById("vv-events"), list = document.getElementById("vv-event-list");
          const font = "13px/1.5 ui-monospace,'DejaVu Sans Mono',monospace";
          problem.style.cssText = "position:fixed;inset:auto 0 0 0;max-height:70vh;overflow:auto;padding:1rem 1.5rem;z-index:9;"
            + "background:#2b1214;color:#ffd9d6;border-top:3px solid #f54a45;box-shadow:0 -4px 20px #0006";
          text.style.cssText = "margin:0;max-height:none;white-space:pre-wrap;overflow-wrap:anywhere;color:inherit;font:" + font;
          log.style.cssText = "position:fixed;inset:auto 1rem 1rem auto;max-width:min(28rem,90vw);max-height:40vh;overflow:auto;"
            + "padding:.75rem 1rem;z-index:8;background:#1f2329;color:#ebebeb;border-radius:.5rem;box-shadow:0 2px 16px #0006;font:" + font;
          list.style.cssText = "margin:0;padding:0;list-style:none";
          const show = state => {
            problem.hidden = !state.problem;
            text.textContent = state.problem || "";
          };
          show(shown);
          listen(".events", state => {
            if (state.gone) return show({ problem: "The template is gone." });
            if (state.picture !== shown.picture) return location.reload();
            show(state);
          });

          // A session has containers of its own on the server, with what clicks did to them.
          const session = Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, "0")).join("");
          let last = Promise.resolve();
          const send = async click => {
            const view = document.vvPage.views[click.view];
            const answer = await fetch(".event", {
              method: "POST",
              headers: { "Content-Type": "application/json" },
              body: JSON.stringify({
                session, kind: "click", picture: shown.picture, view: click.view, x: click.x, y: click.y, width: view.width,
                appearance: view.appearance, direction: view.direction, textScale: view.textScale,
              }),
            });
            if (!answer.ok) return note((await answer.text()).trim());
            const result = await answer.json();
            document.vvPage.update(click.view, result.page);
            if (!result.events.length) note("nothing takes clicks there");
            result.events.forEach(event => note(event.text));
            result.issues.forEach(note);
          };
          const note = line => {
            const item = document.createElement("li");
            item.textContent = line;
            list.append(item);
            while (list.children.length > 50) list.firstChild.remove();
            log.hidden = false;
            log.scrollTop = log.scrollHeight;
          };
          document.addEventListener("vv-click", event => {
            last = last.then(() => send(event.detail)).catch(() => note("the server does not answer"));
          });
        })();

        """#

    private static let indexText = #"""
        (() => {
          const cards = new Map([...document.querySelectorAll("[data-template]")].map(card => [card.dataset.template, card]));
          listen("/.events", state => {
            const before = shown[state.name], card = cards.get(state.name);
            if (state.gone || !before || !card) return location.reload();
            card.querySelector(".problem").hidden = !state.problem;
            if (before.picture !== state.picture) {
              before.picture = state.picture;
              const image = card.querySelector("img");
              if (!image) return location.reload();
              image.src = image.src.replace(/picture=\d+/, `picture=${state.picture}`);
            }
          });
        })();

        """#
}

/// The state of a template as a page knows it.
struct PageState: Equatable {
    /// The template's name.
    let name: String
    /// The number of the picture: a different number means a different picture.
    let picture: Int
    /// The problem; `nil` if nothing is.
    let problem: String?

    /// The state for a page's script.
    var json: String {
        var json = JSONWriter(isPretty: false)
        json.object { json in
            json.value("name", name)
            json.value("picture", picture)
            json.value("problem", problem)
        }
        return json.text
    }

    /// Returns the state that says that a template no longer exists.
    static func gone(_ name: String) -> String {
        var json = JSONWriter(isPretty: false)
        json.object { json in
            json.value("name", name)
            json.value("gone", true)
        }
        return json.text
    }
}
