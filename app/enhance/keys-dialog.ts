import { rowsOfPage, checkboxOf } from "./rows.ts";

/** Lists the page's keys with the names of their elements. */
export function showKeys(): void {
  const dialog = document.createElement("dialog");
  dialog.className = "keys";
  dialog.setAttribute("aria-labelledby", "keys-title");
  const title = Object.assign(document.createElement("h2"), {
    id: "keys-title",
    textContent: "Keyboard shortcuts",
  });
  const close = Object.assign(document.createElement("button"), { textContent: "Close" });
  const form = document.createElement("form");
  form.method = "dialog";
  form.append(close);
  const hint = Object.assign(document.createElement("p"), {
    className: "meta",
    textContent: whereOff,
  });
  dialog.append(
    title,
    // Elements take a key before rows do.
    listOf(new Map([...keysOfRows(), ...keysOfElements(), ["?", "Keyboard shortcuts"]])),
    hint,
    form,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const whereOff = "Single-key shortcuts can be turned off in your account.";

function listOf(keys: ReadonlyMap<string, string>): HTMLElement {
  const list = document.createElement("dl");
  list.className = "facts";
  for (const [name, means] of keys) {
    const term = document.createElement("dt");
    const parts = name
      .split(" ")
      .flatMap((key) => [" ", Object.assign(document.createElement("kbd"), { textContent: key })]);
    term.append(...parts.slice(1));
    list.append(term, Object.assign(document.createElement("dd"), { textContent: means }));
  }
  return list;
}

function keysOfRows(): [string, string][] {
  const rows = rowsOfPage();
  if (rows.length === 0) return [];
  const ticks: [string, string][] = rows.some(checkboxOf) ? [["x", "Select row"]] : [];
  return [["j", "Next row"], ["k", "Previous row"], ["o", "Open row"], ...ticks];
}

/**
 * The element that a key activates: the first that has only this key, otherwise the first that has
 * it at all.
 */
function keysOfElements(): [string, string][] {
  const named = new Map<string, string>();
  const all = [...document.querySelectorAll("[aria-keyshortcuts]:not(:disabled)")].map(
    (element) => ({
      keys: element.getAttribute("aria-keyshortcuts")!.split(" "),
      name: nameOf(element),
    }),
  );
  for (const { keys, name } of all.toSorted((a, b) => a.keys.length - b.keys.length))
    for (const key of keys)
      if (!named.has(key.replace("+", " "))) named.set(key.replace("+", " "), name);
  return [...named];
}

/** Without the count or choice after it: `Issues 10`, `Monitors 1 missed`, `Assignee: Mira`. */
export function nameOf(element: Element): string {
  return (
    element.getAttribute("aria-label") ?? element.textContent.trim().replace(/(?::|\s*\d).*$/s, "")
  );
}
