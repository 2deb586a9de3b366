import { expect, test } from "vitest";
import { readTriage } from "./triage-form.ts";

const now = Date.UTC(2026, 10, 21);

function read(fields: { [name: string]: string }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readTriage(form, now);
}

test("an intent becomes an action", () => {
  expect(read({ intent: "resolve" })).toEqual({ ok: true, act: { intent: "resolve" } });
  expect(read({ intent: "resolve-in", release: " 1.2 " })).toEqual({
    ok: true,
    act: { intent: "resolve-in", release: "1.2" },
  });
});

test("ignoring lasts forever or until the given condition", () => {
  const until = (fields: { [name: string]: string }) => {
    const result = read({ intent: "ignore", ...fields });
    return result.ok && result.act.intent === "ignore" ? result.act.until : result;
  };
  expect(until({})).toEqual({ kind: "forever" });
  expect(until({ until: "", count: "", users: "" })).toEqual({ kind: "forever" });
  expect(until({ count: "10" })).toEqual({ kind: "count", count: 10 });
  expect(until({ users: "3" })).toEqual({ kind: "users", users: 3 });
  expect(until({ until: "2026-11-22T08:30" })).toEqual({
    kind: "time",
    at: Date.UTC(2026, 10, 22, 8, 30),
  });
  expect(until({ until: "2026-11-22" })).toEqual({ kind: "time", at: Date.UTC(2026, 10, 22) });
});

test("an invalid field is returned with its message and value", () => {
  expect(read({ intent: "ignore", count: "many" })).toMatchObject({
    ok: false,
    errors: { count: expect.any(String) },
    values: { count: "many" },
  });
  for (const count of ["0", "-1", "1.5", "1000001", "1e3"])
    expect(read({ intent: "ignore", count }), count).toMatchObject({
      ok: false,
      errors: { count: expect.any(String) },
    });
  for (const until of ["soon", "2026-13-01", "2020-01-01T00:00"])
    expect(read({ intent: "ignore", until }), until).toMatchObject({
      ok: false,
      errors: { until: expect.any(String) },
    });
  expect(read({ intent: "resolve-in" })).toMatchObject({
    ok: false,
    errors: { release: "Required." },
  });
  expect(read({ intent: "explode" })).toMatchObject({
    ok: false,
    errors: { intent: "Unknown action." },
  });
  expect(read({})).toMatchObject({ ok: false });
});
