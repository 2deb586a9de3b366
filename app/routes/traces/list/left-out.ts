import { counted } from "#app/ui/count.ts";
import type { TraceSort } from "#server/storage/trace-store.ts";

/** Clicks that led to nothing would fill the list. Their number is exact only in the order of time, for the stretch of the page. */
export function leftOut(
  count: number | undefined,
  sort: TraceSort,
  params: URLSearchParams,
): { text: string; search: string } | undefined {
  if (count === undefined) return undefined;
  const interactions = sort === "time" ? counted(count, "interaction") : "Interactions";
  const text = `${interactions} that led to nothing ${interactions === "1 interaction" ? "is" : "are"} not listed.`;
  const shown = new URLSearchParams(params);
  shown.delete("cursor");
  shown.set("query", onlyIdle(params.get("query") ?? ""));
  return { text, search: shown.toString() };
}

const onlyIdle = (query: string): string =>
  [/\bOR\b/.test(query) ? `(${query})` : query, "is:idle"].filter(Boolean).join(" ");
