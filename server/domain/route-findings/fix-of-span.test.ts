import { expect, test } from "vitest";
import { sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import { drawn, loader, query } from "./drawn-requests.fixture.ts";
import { fixOfSpan } from "./fix-of-span.ts";

function fixAt(line: number, children: string): string | undefined {
  const { trace } = drawn(`
    GET /cart 0-200 server
      loader routes/cart 0-200 ${loader("routes/cart")}
${children
  .trim()
  .split("\n")
  .map((each) => `        ${each.trim()}`)
  .join("\n")}`);
  return fixOfSpan(trace, trace.byId.get(sampleSpanId(line))!);
}

const sequence = `
  SELECT 10-50 ${query("SELECT_user")}
  SELECT 51-111 ${query("SELECT_cart")}`;

test("suggests running sequential calls in parallel at each of them", () => {
  const fix =
    "Running SELECT_user and SELECT_cart in parallel would save 40 ms, unless one needs the result of another.";
  expect(fixAt(3, sequence)).toBe(fix);
  expect(fixAt(4, sequence)).toBe(fix);
});

test("suggests nothing at the request and its loader", () => {
  expect(fixAt(1, sequence)).toBeUndefined();
  expect(fixAt(2, sequence)).toBeUndefined();
});

test("suggests batching a query that runs once per row", () => {
  const rows = [0, 1, 2, 3].map((row) => {
    const at = 20 + row * 10;
    return `SELECT ${at}-${at + 9} ${query("SELECT_price")}`;
  });
  expect(fixAt(5, [`SELECT 10-19 ${query("SELECT_lines")}`, ...rows].join("\n"))).toMatch(
    /^This query runs 4 times in this request, once for each row of SELECT_lines: 36 ms in total\. Batching it would save \d+ ms\.$/,
  );
});
