/** Markup that was made here: everything put into it is text unless it is markup itself. */
export type Html = { readonly text: string };

/** A template of HTML. What stands in its places is escaped, attributes (always in double quotes) included. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const text = parts.reduce((whole, part, index) => whole + markupOf(values[index - 1]!) + part);
  return { text };
}

function markupOf(value: string | Html | Html[]): string {
  if (typeof value === "string") return escaped(value);
  return Array.isArray(value) ? value.map(({ text }) => text).join("") : value.text;
}

const entities: { [mark: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => entities[mark]!);
