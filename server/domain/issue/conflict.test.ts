import { expect, test } from "vitest";
import type { UserId } from "#server/domain/ids.ts";
import type { ActivityKind } from "./activity.ts";
import { overridden } from "./conflict.ts";
import type { Actor } from "./state.ts";

const mira: Actor = { kind: "user", id: 1 as UserId };
const ana: Actor = { kind: "user", id: 2 as UserId };
const resolved: ActivityKind = { kind: "resolved", in: { kind: "now" } };
const ignore = { what: { kind: "ignored", until: { kind: "forever" } } } as const;

test("only changes by others to the same field conflict", () => {
  const since = [
    { by: ana, what: resolved },
    { by: mira, what: resolved },
    { by: ana, what: { kind: "assigned" } },
    { by: { kind: "system" }, what: { kind: "regressed", eventId: "e" } },
    { by: { kind: "former-user" }, what: { kind: "reopened" } },
  ] as const;
  expect(overridden(ignore, since, mira)).toEqual([since[0], since[4]]);
  expect(overridden({ what: { kind: "assigned", to: 1 as UserId } }, since, mira)).toEqual([
    since[2],
  ]);
  expect(overridden(ignore, since, ana)).toEqual([since[1], since[4]]);
});
