import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { joined } from "#server/digest/understanding.ts";
import { createWaitingList, type Waiting } from "./waiting.ts";

const waitingAt = (number: number): Waiting => ({
  entry: {
    segment: 1 + (number % 3),
    offset: number * 100,
    byteLength: 100,
    projectId: (7 + (number % 2)) as ProjectId,
  },
  since: 1_000.25 + number,
  ...(number % 5 === 0 && { held: { understanding: joined([]), bytes: number } }),
});

const step = fc.oneof(
  fc.record({ push: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({ drop: fc.integer({ min: 0, max: 7_000 }) }),
);

test("the queue reads like an array of pushed and undropped records", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.nat(100), (steps, from) => {
      const list = createWaitingList();
      let [same, number]: [Waiting[], number] = [[], 0];
      for (const each of steps) {
        if ("drop" in each) {
          list.drop(each.drop);
          same = same.slice(each.drop);
        } else {
          const more = Array.from({ length: each.push }, () => waitingAt(number++));
          for (const waiting of more) list.push(waiting);
          same.push(...more);
        }
        expect(list.length).toBe(same.length);
        expect(list.oldestSince()).toBe(same[0]?.since);
        expect(list.slice(from, from + 30)).toEqual(same.slice(from, from + 30));
        const last = Math.max(0, same.length - 3);
        expect(list.slice(last, last + 6)).toEqual(same.slice(last));
      }
    }),
    { numRuns: 50 },
  );
});
