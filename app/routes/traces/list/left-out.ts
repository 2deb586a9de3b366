import { counted } from "#server/domain/count.ts";
import { type UnlistedKind, unlistedKinds } from "#server/domain/trace/listing/unlisted.ts";
import type { LeftOut, TraceSort } from "#server/storage/traces/trace-store.ts";

/**
 * A sentence for each sort of traces excluded from the list. Exact numbers only in time order, for
 * the page's range.
 */
export const leftOut = (
  counts: LeftOut = {},
  sort: TraceSort,
  params: URLSearchParams,
): { text: string; search: string }[] =>
  unlistedKinds.flatMap((kind) => {
    const count = counts[kind];
    return count === undefined
      ? []
      : [
          {
            text: sentenceOn(kind, sort === "time" ? count : undefined),
            search: searchOf(kind, params),
          },
        ];
  });

const names: { [kind in UnlistedKind]: { one: string; many: string; rest: string } } = {
  idle: { one: "interaction", many: "Interactions", rest: "without effect" },
  detached: { one: "detached span", many: "Detached spans", rest: "such as DNS lookups" },
  asset: { one: "request", many: "Requests", rest: "for static files" },
};

function sentenceOn(kind: UnlistedKind, count: number | undefined): string {
  const { one, many, rest } = names[kind];
  return `${count === undefined ? many : counted(count, one)} ${rest} ${count === 1 ? "is" : "are"} not listed.`;
}

function searchOf(kind: UnlistedKind, params: URLSearchParams): string {
  const shown = new URLSearchParams(params);
  const query = params.get("query") ?? "";
  shown.delete("cursor");
  shown.set(
    "query",
    [/\bOR\b/.test(query) ? `(${query})` : query, `is:${kind}`].filter(Boolean).join(" "),
  );
  return shown.toString();
}
