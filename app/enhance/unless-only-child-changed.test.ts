import type { ShouldRevalidateFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { unlessOnlyChildChanged } from "./unless-only-child-changed.ts";

const shouldRevalidate = unlessOnlyChildChanged(["issue"], ["environment"]);

function moving(from: string, to: string, rest: Partial<ShouldRevalidateFunctionArgs> = {}) {
  const url = (path: string) => new URL(path, "http://spoor.test");
  const issue = (path: string) => ({ issue: url(path).pathname.split("/")[1] });
  return shouldRevalidate({
    currentUrl: url(from),
    nextUrl: url(to),
    currentParams: issue(from),
    nextParams: issue(to),
    defaultShouldRevalidate: true,
    ...rest,
  });
}

test("switching tabs reloads nothing", () => {
  expect(moving("/A-1", "/A-1/events")).toBe(false);
  expect(moving("/A-1/events", "/A-1/events?query=os:Linux", { formMethod: "GET" })).toBe(false);
});

test("another issue, another environment, a form, or a request reloads", () => {
  expect(moving("/A-1", "/A-2")).toBe(true);
  expect(moving("/A-1", "/A-1/tags?environment=qa")).toBe(true);
  expect(moving("/A-1", "/A-1/events", { formMethod: "POST" })).toBe(true);
  expect(moving("/A-1", "/A-1")).toBe(true);
  expect(moving("/A-1", "/A-1", { defaultShouldRevalidate: false })).toBe(false);
});
