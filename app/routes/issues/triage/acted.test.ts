import { expect, test } from "vitest";
import { actedBy, isFor } from "./acted.ts";

const people = [{ id: 3, name: "Ana" }];

function posting(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const after = (fields: Record<string, string>) => actedBy(posting(fields), people, 5);

test("a form's effect on an issue is predicted before the response", () => {
  expect(actedBy(undefined, people, 5)).toEqual({});
  expect(after({ intent: "resolve" })).toEqual({
    state: { state: "resolved", at: 5, in: { kind: "now" } },
  });
  expect(after({ intent: "reopen" })).toEqual({ state: { state: "open", substate: "ongoing" } });
  expect(after({ intent: "ignore", until: "" })).toMatchObject({ state: { state: "ignored" } });
  expect(after({ intent: "assign", to: "3" })).toEqual({ assignee: people[0] });
  expect(after({ intent: "assign", to: "" })).toEqual({ assignee: null });
});

test("effects that only the server knows are not predicted", () => {
  for (const fields of [
    { intent: "ignore", count: "3" },
    { intent: "resolve-in", release: "1" },
    { intent: "assign", to: "team@example.com" },
    { intent: "undo", bulk: "1" },
    { theme: "dark" },
  ] as Record<string, string>[])
    expect(after(fields)).toEqual({});
});

test("a prediction applies to selected issues or to all", () => {
  const selected = posting({ issue: "12" });
  expect([isFor(selected, 12), isFor(selected, 1), isFor(posting({ all: "yes" }), 1)]).toEqual([
    true,
    false,
    true,
  ]);
});
