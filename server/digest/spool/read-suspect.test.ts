import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { type ReadAlone, readSuspect } from "./read-suspect.ts";
import { joined } from "#server/digest/understanding.ts";

const entry = { segment: 1, offset: 0, byteLength: 10, projectId: 7 as ProjectId };
const reread = { count: 1, understanding: joined([]), bytes: 0, damaged: [], blocks: [] };

async function readBy(
  outcomes: ReadAlone[],
  quarantine: () => Promise<void> = async () => undefined,
) {
  const told: string[] = [];
  const found = await readSuspect(
    {
      readAlone: async () => outcomes.shift() ?? { kind: "read", reread },
      quarantine,
      onRefused: (cause) => void told.push(cause),
      now: () => 0,
      log: () => undefined,
    },
    entry,
  );
  return { outcomes: found.understanding.outcomes.map(({ outcome }) => outcome), told };
}

const failing = (kind: "unavailable" | "unreadable", error: object, count: number): ReadAlone[] =>
  Array.from({ length: count }, () => ({ kind, error }));

test.concurrent("blames no request for a thread that did not start, whatever the reason", async () => {
  const { outcomes, told } = await readBy(failing("unavailable", new Error("no program"), 6));
  expect(outcomes).toEqual([]);
  expect(told).toEqual(Array.from({ length: 6 }, () => "other"));
});

test.concurrent("blames no request for a file that could not be opened", async () => {
  const { outcomes } = await readBy(failing("unreadable", { cause: { code: "EMFILE" } }, 6));
  expect(outcomes).toEqual([]);
});

test.concurrent("passes an unreadable request only after it is quarantined", async () => {
  let refusals = 3;
  const { outcomes, told } = await readBy(
    failing("unreadable", new Error("the thread ended"), 4),
    async () => {
      if (refusals-- > 0) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    },
  );
  expect(outcomes).toEqual(["invalid"]);
  expect(told).toEqual(["full", "full", "full"]);
});
