import { expect, test } from "vitest";
import { normalizeRoute, routeKey } from "#server/domain/trace/route-tree/route-key.ts";
import { statusOf } from "#server/domain/trace/status.ts";
import { indexedTerm, termsOf } from "./terms.ts";

test.each([
  ["http.request.method", "GET", ["http.request.method=GET"]],
  ["http.method", "GET", ["http.request.method=GET"]],
  ["http.response.status_code", 404, ["http.response.status_code=404"]],
  ["service.name", "shop", ["service=shop"]],
  ["deployment.environment", "production", ["environment=production"]],
  ["service.version", "1.4.2", ["release=1.4.2"]],
  ["db.system", "postgresql", ["db.system.name=postgresql"]],
  ["react_router.route.id", "routes/cart", ["react_router.route.id=routes/cart"]],
  ["sentry.op", "db", ["sentry.op=db"]],
  ["shop.plan", "pro", ["shop.plan=pro"]],
  ["shop.isVip", true, ["shop.isVip=true"]],
  ["shop.sizes", ["s", "m"], ["shop.sizes=s", "shop.sizes=m"]],
])("%s = %j is indexed", (key, value, terms) => {
  expect(termsOf(key, value)).toEqual(terms);
});

test.each([
  ["user.id", "7"],
  ["shop.orderId", "A-7"],
  ["request_id", "x"],
  ["url.full", "https://shop.example/"],
  ["url.query", "a=b"],
  ["db.query.text", "SELECT 1"],
  ["exception.stacktrace", "at x"],
  ["client.address", "10.0.0.1"],
  ["user_agent.original", "Mozilla/5.0"],
  ["http.request.header.accept", "text/html"],
  ["http.response.body.size", 1_234],
  ["app.started_at_time", "2026-11-21T05:00:00Z"],
  ["app.password", "hunter2"],
  ["app.word", "x".repeat(121)],
  ["app.word", "9ec79c33-ec99-42ab-8353-589fcb2e04dc"],
  ["app.word", "9ec79c33ec9942ab8353589fcb2e04dc"],
  ["app.word", "jane@shop.example"],
  ["app.rows", 12],
  ["app.nothing", null],
  ["app.map", { a: "b" }],
  ["status", "shipped"],
])("%s = %j is not indexed", (key, value) => {
  expect(termsOf(key, value)).toEqual([]);
});

test("a search knows in advance what the index answers", () => {
  expect(indexedTerm({ key: "http.method", value: "GET", negated: false })).toBe(
    "http.request.method=GET",
  );
  expect(indexedTerm({ key: "route", value: "/cart", negated: false })).toBe("route=/cart");
  expect(indexedTerm({ key: "user.id", value: "7", negated: false })).toBeUndefined();
  expect(indexedTerm({ key: "app.rows", value: "12", negated: false })).toBeUndefined();
});

test.each([
  ["orders/:id", "/orders/:id"],
  ["/orders/:id", "/orders/:id"],
  ["/orders/", "/orders"],
  ["/", "/"],
  ["", undefined],
  [7, undefined],
  ["https://api.example/orders/{id}", "https://api.example/orders/{id}"],
])("route %j is %j", (sent, route) => {
  expect(normalizeRoute(sent)).toBe(route);
});

test.each(["a".repeat(300), `${"a".repeat(199)}//b`, "/a///", "///", "shop/"])(
  "a normalized route stays unchanged: %s",
  (sent) => {
    const once = normalizeRoute(sent);
    expect(once).toMatch(/^\/(?:.*[^/])?$/);
    expect(normalizeRoute(once)).toBe(once);
  },
);

test("a span without a route uses its name", () => {
  expect(routeKey({ name: "nightly", attributes: {} })).toBe("nightly");
  expect(routeKey({ name: "GET", attributes: { "url.template": "/a", "http.route": "b" } })).toBe(
    "/b",
  );
});

test("an HTTP status fails a span only without another status", () => {
  expect(statusOf("unset", "server", 500)).toBe("error");
  expect(statusOf("unset", "server", 404)).toBe("unset");
  expect(statusOf("unset", "client", 404)).toBe("error");
  expect(statusOf("ok", "server", 500)).toBe("ok");
  expect(statusOf("unset", "internal", 500)).toBe("unset");
  expect(statusOf("unset", "server", undefined)).toBe("unset");
});
