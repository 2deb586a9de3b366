import { expect, test } from "vitest";
import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { createFindTrace } from "./find-trace.ts";

const project = 1 as ProjectId;
const idOf = (first: string) => first.padEnd(32, "1") as TraceId;

/** Pages of traces, newest first, each with a read time. */
function findIn(pages: string[][], msOfPage = 1) {
  let now = 0;
  let read = 0;
  const rowsOf = (page: string[]) =>
    page.map((first) => ({ traceId: idOf(first) }) as TraceSummary);
  const find = createFindTrace({
    elapsed: () => now,
    traces: {
      spanCount: async (_, traceId) => (pages.flat().map(idOf).includes(traceId) ? 1 : 0),
      list: async ({ cursor = "0" }) => {
        now += msOfPage;
        read++;
        const next = Number(cursor) + 1;
        return {
          rows: rowsOf(pages[Number(cursor)] ?? []),
          ...(next < pages.length && { next: String(next) }),
        };
      },
    },
  });
  return { find: (text: string) => find(project, text), pagesRead: () => read };
}

test("a full ID is looked up, and a prefix is searched page by page", async () => {
  const { find, pagesRead } = findIn([
    ["aaaaaaaa"],
    ["bbbbbbbb"],
    ["bbbbbbbb"],
    ["bbbbbbbb2", "cccccccc"],
  ]);
  expect(await find(`trace:${idOf("cccccccc")}`)).toEqual([idOf("cccccccc")]);
  expect(await find(idOf("dddddddd"))).toEqual([]);
  expect(await find("cart")).toEqual([]);
  expect(pagesRead()).toBe(0);
  expect(await find("cccccccc")).toEqual([idOf("cccccccc")]);
  expect(await find("bbbbbbbb")).toEqual([idOf("bbbbbbbb"), idOf("bbbbbbbb2")]);
  expect(await find("bbbbbbbb2")).toEqual([idOf("bbbbbbbb2")]);
  expect(await find("dddddddd")).toEqual([]);
});

test("a prefix search ends at its deadline", async () => {
  const { find, pagesRead } = findIn(
    [...Array.from({ length: 100 }, () => ["aaaaaaaa"]), ["bbbbbbbb"]],
    50,
  );
  expect(await find("bbbbbbbb")).toEqual([]);
  expect(pagesRead()).toBe(4);
});
