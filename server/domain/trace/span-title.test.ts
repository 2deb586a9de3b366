import { expect, test } from "vitest";
import type { Attributes, SpanKind } from "./span.ts";
import { spanTitle } from "./span-title.ts";

const titleOf = (name: string, kind: SpanKind, attributes: Attributes = {}) => {
  const { op, name: description } = spanTitle({ name, kind, attributes });
  return op === undefined ? description : `${op} | ${description}`;
};

test.each<[string, string, SpanKind, Attributes, string]>([
  ["Sentry's operation", "SELECT 1", "client", { "sentry.op": "db" }, "db | SELECT 1"],
  ["the kind", "orders publish", "producer", {}, "producer | orders publish"],
  ["its name alone", "price the cart", "internal", {}, "price the cart"],
  [
    "its name alone, where the operation says nothing",
    "work",
    "internal",
    { "sentry.op": "default" },
    "work",
  ],
  [
    "its name alone, where that begins with it",
    "db.query SELECT",
    "client",
    { "sentry.op": "db" },
    "db.query SELECT",
  ],
  [
    "its route",
    "GET",
    "server",
    { "http.route": "/users/:id", "url.path": "/users/1" },
    "server | GET /users/:id",
  ],
  ["its path", "GET", "server", { "url.path": "/users/1" }, "server | GET /users/1"],
  [
    "its route's ID, of a loader of Remix",
    "GET http://127.0.0.1:36301/shop",
    "internal",
    { "sentry.op": "loader.remix", "match.route.id": "routes/shop" },
    "loader.remix | routes/shop",
  ],
  [
    "its address",
    "HTTP POST",
    "client",
    { "url.full": "https://a.b/c?d=e" },
    "client | POST https://a.b/c",
  ],
])("a span is titled by %s", (_, name, kind, attributes, title) =>
  expect(titleOf(name, kind, attributes)).toBe(title),
);
