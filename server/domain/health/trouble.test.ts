import { expect, test } from "vitest";
import { refusesEvents, type Trouble, troubleSentence } from "./trouble.ts";

const away = (takesEvents: boolean): Trouble => ({
  kind: "database-away",
  since: Date.UTC(2026, 10, 22, 18, 27, 31),
  takesEvents,
});

test("reports the start of an outage and refuses events only with unknown keys", () => {
  expect(troubleSentence(away(true))).toBe(
    "The database has not responded since 2026-11-22 18:27:31 UTC. New events are accepted and queued on disk. Pages are unavailable until it responds.",
  );
  expect(refusesEvents(away(true))).toBe(false);
  expect(troubleSentence(away(false))).toContain("New events are rejected");
  expect(refusesEvents(away(false))).toBe(true);
});
