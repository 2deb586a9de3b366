import { type OperationKind, operationKinds } from "#server/domain/rollup/operation.ts";

/** Name of each type in the list's filter. */
const described: { [kind in OperationKind]: string } = {
  server: "Endpoints",
  consumer: "Messages",
  task: "Jobs",
  document: "Page loads",
  navigation: "Navigations",
  submit: "Form submissions",
  fetch: "Fetchers",
  loader: "Loaders",
  action: "Actions",
  page: "Documents served",
  prefetch: "Prefetches",
  prefetched: "Prefetches used",
  revalidated: "Revalidations",
  hydration: "Hydrations",
};

export const kindChoices: [kind: OperationKind, text: string][] = operationKinds.map((kind) => [
  kind,
  described[kind],
]);

/**
 * Groups of types as tabs of the list. The default is what users wait for: pages, endpoints, and
 * jobs, whose numbers add up. Loaders and actions are parts of these.
 */
export const kindTabs: { text: string; kinds: OperationKind[] }[] = [
  { text: "All requests", kinds: [] },
  { text: "Pages", kinds: ["document", "navigation", "submit"] },
  { text: "Endpoints", kinds: ["server"] },
  { text: "Jobs", kinds: ["consumer", "task"] },
  { text: "Loaders and actions", kinds: ["loader", "action"] },
];

/** Label of each type in a row. */
export const kindWords: { [kind: string]: string } = {
  document: "page load",
  server: "endpoint",
  consumer: "message",
  task: "job",
  page: "document",
};

const browserKinds = ["document", "navigation", "submit", "fetch", "hydration", "prefetch"];

/** The hue of a service's mark: browsers, servers, and all others. */
export function hueOf(kind: string): string {
  if (browserKinds.includes(kind)) return "service-0";
  return kind === "consumer" || kind === "task" ? "service-3" : "service-1";
}
