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
          let source = null, wasLost = false;
          const open = () => {
            if (document.hidden || source) return;
            source = new EventSource(url);
            source.onmessage = message => tell(JSON.parse(message.data));
            source.onopen = () => {
              // Another server may have other pages.
              if (wasLost) location.reload();
              document.documentElement.dataset.live = "yes";
            };
            source.onerror = () => {
              wasLost = true;
              document.documentElement.dataset.live = "no";
            };
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
    /// - Parameters:
    ///   - state: The state that the page shows, as JSON.
    ///   - site: What the page knows of the server, as JSON.
    /// - Returns: The script.
    static func page(_ state: String, site: String = "{}") -> String {
        connection + "const shown = \(JSONText.inScript(state)), site = \(JSONText.inScript(site));\n"
            + TemplateScript.text
    }

    /// Returns the script of the index.
    ///
    /// - Parameter state: The states of all templates that the page shows, as JSON.
    /// - Returns: The script.
    static func index(_ state: String) -> String {
        connection + "const shown = \(JSONText.inScript(state));\n" + indexText
    }

    private static let indexText = #"""
        (() => {
          const cards = new Map([...document.querySelectorAll("[data-template]")].map(card => [card.dataset.template, card]));
          const search = document.getElementById("vv-search"), count = document.getElementById("vv-count");
          const folder = document.getElementById("vv-folder"), none = document.getElementById("vv-none");

          // Why there is nothing to see is asked for when a picture has come, so that no picture waits for it.
          const hint = async card => {
            const place = card.querySelector(".hint");
            try {
              const answer = await fetch(`${card.getAttribute("href")}.hint?picture=${shown[card.dataset.template].picture}`);
              const text = answer.ok ? (await answer.json()).hint : null;
              place.textContent = text || "";
              place.hidden = !text;
              card.querySelector("img").classList.toggle("blank", Boolean(text));
            } catch {}
          };
          for (const card of cards.values()) {
            const image = card.querySelector("img");
            if (!image) continue;
            for (const name of ["load", "error"]) image.addEventListener(name, () => hint(card));
            if (image.complete) hint(card);
          }

          listen("/.events", state => {
            if (state.templates) {
              const names = new Set(state.templates);
              if ([...cards.keys()].some(name => !names.has(name))) location.reload();
              return;
            }
            if (state.name === "") {
              if (!state.problem) return location.reload();
              const isSaid = [...document.querySelectorAll(".note")].some(note => note.textContent === state.problem);
              if (!isSaid) folder.textContent = state.problem;
              folder.hidden = !folder.textContent;
              return;
            }
            const before = shown[state.name], card = cards.get(state.name);
            if (state.gone || !before || !card) return location.reload();
            card.querySelector(".problem").hidden = !state.problem;
            card.title = state.problem || "";
            if (before.picture !== state.picture) {
              before.picture = state.picture;
              const image = card.querySelector("img");
              if (!image) return location.reload();
              image.src = image.src.replace(/picture=\d+/, `picture=${state.picture}`);
            }
          });

          // Searching: every word is in the name or the path.
          const key = "vvc serve search";
          const filter = () => {
            const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
            let found = 0;
            for (const card of cards.values()) {
              const text = card.dataset.search;
              card.hidden = !words.every(word => text.includes(word));
              if (!card.hidden) found += 1;
            }
            count.textContent = words.length ? `${found} of ${cards.size} shown` : count.dataset.all;
            none.hidden = found > 0 || !words.length;
            try { sessionStorage.setItem(key, search.value); } catch {}
          };
          search.addEventListener("input", filter);
          search.addEventListener("keydown", event => {
            if (event.key === "Enter") [...cards.values()].find(card => !card.hidden)?.click();
            if (event.key !== "Escape") return;
            search.value = "";
            filter();
            search.blur();
          });
          addEventListener("keydown", event => {
            if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target === search) return;
            event.preventDefault();
            search.focus();
            search.select();
          });
          try { search.value = sessionStorage.getItem(key) || ""; } catch {}
          filter();
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
        JSONWriter.visible { json in
            json.value("name", name)
            json.value("picture", picture)
            json.value("problem", problem)
        }
    }

    /// Returns the state that says which templates there are.
    static func all(_ names: [String]) -> String {
        JSONWriter.visible { json in
            json.array("templates", names)
        }
    }

    /// Returns the state that says that a template no longer exists.
    static func gone(_ name: String) -> String {
        JSONWriter.visible { json in
            json.value("name", name)
            json.value("gone", true)
        }
    }
}
