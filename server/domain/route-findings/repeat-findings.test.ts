import { expect, test } from "vitest";
import { sampleSpan } from "#server/domain/trace/sample-spans.fixture.ts";
import type { Attributes } from "#server/domain/trace/span.ts";
import { drawn, loader, query } from "./drawn-requests.fixture.ts";
import { repeatFindings } from "./repeat-findings.ts";

test("a query per row is counted with the saving of batching", () => {
  const withRows = (rows: number) =>
    drawn(`
      GET /cart 0-300 server
        loader routes/cart 0-290 ${loader("routes/cart")}
          lines 5-15 ${query("SELECT_cart_lines")}
${Array.from({ length: rows }, (_, i) => `          product ${20 + i * 10}-${30 + i * 10} ${query("SELECT_products")}`).join("\n")}`);
  expect(repeatFindings([withRows(4), withRows(10), withRows(6)])).toMatchObject([
    {
      label: "SELECT_products",
      kind: "n-plus-one",
      after: "SELECT_cart_lines",
      routeIds: ["routes/cart"],
      found: 3,
      medianCount: 6,
      mostCount: 10,
      totalMs: 60,
      savedMs: 50,
      example: { spanId: "0000000000000004" },
    },
  ]);
});

test("equal queries repeat within and across loaders; hidden values make them differ", () => {
  const asking = (first: Attributes, second: Attributes) => {
    const root = sampleSpan(1, "GET /", 0, 100);
    root.kind = "server";
    const loaders = ["root", "routes/shop"].map((routeId, index) => {
      const span = sampleSpan(2 + index, `loader ${routeId}`, index * 50, index * 50 + 45, root);
      span.attributes = { "react_router.kind": "loader", "react_router.route.id": routeId };
      return span;
    });
    const queries = [first, second].map((attributes, index) => {
      const span = sampleSpan(4 + index, "SELECT", index * 50 + 2, index * 50 + 32, loaders[index]);
      span.attributes = { "db.system.name": "postgresql", ...attributes };
      return span;
    });
    return repeatFindings([drawn([root, ...loaders, ...queries])])[0];
  };
  const text = (value: string, more: Attributes = {}) => ({ "db.query.text": value, ...more });
  const parameter = (value: number) =>
    text("SELECT * FROM users WHERE id = $1", { "db.query.parameter.0": value });
  expect(
    asking(text("SELECT * FROM users WHERE id = 7"), text("SELECT * FROM users WHERE id = 7")),
  ).toMatchObject({
    kind: "same",
    label: "SELECT users",
    routeIds: ["root", "routes/shop"],
    medianCount: 2,
    totalMs: 60,
    savedMs: 30,
  });
  expect(
    asking(text("SELECT * FROM users WHERE id = 7"), text("SELECT *  FROM users WHERE id = 8")),
  ).toMatchObject({
    kind: "repeated",
  });
  expect(asking(parameter(7), parameter(7))).toMatchObject({ kind: "same" });
  expect(asking(parameter(7), parameter(8))).toMatchObject({ kind: "repeated" });
  expect(asking(text("SELECT ?"), text("SELECT ?")), "nobody knows").toMatchObject({
    kind: "repeated",
  });
  expect(asking(text("SELECT 1 FROM a"), text("SELECT 1 FROM b"))).toBeUndefined();
});

test("parallel repeats save wall-clock time, and unawaited ones nothing", () => {
  const [together] = repeatFindings([
    drawn(`
      GET /cart 0-100 server
        a 10-50 ${query("SELECT_user")}
        b 10-60 ${query("SELECT_user")}`),
  ]);
  expect(together).toMatchObject({ totalMs: 90, savedMs: 0 });
});

test("control statements, connections, and inner layers of a query are no repeats", () => {
  expect(
    repeatFindings([
      drawn(`
        GET /cart 0-100 server
          connect 0-2 client db.system.name=postgresql
          connect 3-5 client db.system.name=postgresql
          BEGIN 5-6 ${query("BEGIN")}
          findMany 6-20 ${query("SELECT_user")}
            driver 7-19 ${query("SELECT_user")}
          BEGIN 20-21 ${query("BEGIN")}`),
    ]),
  ).toEqual([]);
});
