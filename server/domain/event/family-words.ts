import type { Family, FamilyName } from "./family.ts";
import type { Title } from "./title.ts";

/** What its issue is called, whatever each event says. */
export function familyTitle({ name, place, host }: Family): Title {
  const type = familyTypes[name];
  switch (name) {
    case "old-tab":
      return { type, value: "a chunk of an earlier build could not be loaded" };
    case "hydration":
      return { type, value: `${place ?? "a page"} differs from what the server rendered` };
    case "extension":
      return { type, value: "an error in code that is not the application’s" };
    case "aborted":
      return { type, value: "it was called off before its answer came" };
    case "network":
      return { type, value: host === undefined ? "a request got no answer" : `${host} gave no answer` };
  }
}

export const familyTypes: { [Name in FamilyName]: string } = {
  "old-tab": "Old tab",
  hydration: "Hydration mismatch",
  extension: "Browser extension",
  aborted: "Aborted request",
  network: "Lost connection",
};

/** What it means and what to do about it, for who has such an issue before them. */
export const familyAdvice: { [Name in FamilyName]: string } = {
  "old-tab":
    "Tabs that were open before a deploy ask for files of the build before it. Keep the files of the last builds on the server for some days, or load the page anew when this happens. Many events in the newest release say something else: then a file is missing there.",
  hydration:
    "What the browser rendered first was not what the server had sent, so React threw that away and began anew. Look for what differs from one to the other: times, random values, the visitor’s language, window in render, HTML that nests what may not be nested. Extensions that change pages cause it too: then it is in few browsers and on all routes.",
  extension:
    "All of its code comes from extensions in visitors’ browsers. There is nothing to mend; ignore the issue, and it stays out of the way.",
  aborted:
    "Somebody left the page or typed on, and the request was no longer wanted. That is no failure: catch errors whose name is AbortError where the request is made.",
  network:
    "The browser got no answer at all: the connection was lost, an extension blocked the request, or the server’s CORS headers do not allow it. On one route or host alone it is rarely the visitors’ network.",
};
