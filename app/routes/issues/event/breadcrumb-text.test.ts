import { expect, test } from "vitest";
import { breadcrumbText } from "./breadcrumb-text.ts";

test("navigations and requests have a readable form", () => {
  expect(breadcrumbText({ category: "navigation", data: { from: "/a", to: "/b" } })).toBe(
    "/a → /b",
  );
  const data = { method: "GET", url: "/cart.data", status_code: 500, request_body_size: 12 };
  expect(breadcrumbText({ category: "fetch", data })).toBe(
    "GET /cart.data 500  request_body_size=12",
  );
});

test("other breadcrumbs show message and data", () => {
  const data = { logger: "console", arguments: [1, { a: "b" }], empty: null };
  expect(breadcrumbText({ category: "console", message: "hi", data })).toBe(
    'hi  logger=console  arguments=[1,{"a":"b"}]',
  );
  expect(breadcrumbText({})).toBe("");
});
