import { href } from "react-router";

const pauseMs = 120;

/**
 * Fills the field's list with completions for the word at the cursor, unless more was typed in the
 * meantime.
 */
export async function completeQuery(field: HTMLInputElement, project: string): Promise<void> {
  const { value, selectionStart } = field;
  const end = selectionStart ?? value.length;
  const start = value.slice(0, end).search(/(?:[^\s"]|"[^"]*"?)*$/);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (field.value !== value) return;
  const search = new URLSearchParams({ prefix: value.slice(start, end) });
  const path = `${href("/:project/issues", { project })}/suggestions.json?${search}`;
  const answer = await fetch(new URL(path, document.baseURI)).catch(() => undefined);
  if (!answer?.ok || field.value !== value) return;
  const { suggestions } = (await answer.json()) as { suggestions: string[] };
  const options = suggestions.map(
    (term) => new Option("", value.slice(0, start) + term + value.slice(end)),
  );
  const list = ownList();
  list.replaceChildren(...options);
  field.setAttribute("list", list.id);
}

/** Separate from the page's own list, which React controls. */
function ownList(): HTMLElement {
  const id = "completions";
  const present = document.getElementById(id);
  if (present) return present;
  const list = Object.assign(document.createElement("datalist"), { id });
  document.body.append(list);
  return list;
}
