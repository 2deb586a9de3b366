import { expect, test } from "vitest";
import { isState, withState } from "./state-tabs.ts";

test("a tab exchanges the state of the query and keeps the rest", () => {
  const query = { states: ["open" as const], levels: ["fatal"], words: ["TypeError", "no line item"] };
  expect(withState(query, "resolved")).toBe('is:resolved level:fatal TypeError "no line item"');
  expect(withState(query, undefined)).toBe('level:fatal TypeError "no line item"');
  expect(withState(undefined, "open")).toBe("is:open");
});

test("the current tab is the one state that a query names", () => {
  const asking = (...states: ("new" | "open")[]) => ({ states, levels: [], words: ["cart"] });
  expect(isState(asking("open"), "open")).toBe(true);
  expect(isState(asking(), undefined)).toBe(true);
  expect(isState(asking("open", "new"), "open")).toBe(false);
  expect(isState(asking(), "open")).toBe(false);
});
