import { expect, test } from "vitest";
import { type LiveAct, offerOfEvents, offerOfIssue, offerOfList } from "./offer.ts";

const act = (issue: number, what: LiveAct["what"], said?: string): LiveAct => ({
  id: 1,
  issue,
  what,
  ...(said && { said }),
});

test("a list announces each issue once, with its most important change", () => {
  expect(offerOfList([])).toBeUndefined();
  expect(offerOfList([act(1, "new"), act(2, "new"), act(1, "regressed"), act(1, "changed")])).toBe(
    "2 new",
  );
  expect(
    offerOfList([act(3, "changed"), act(3, "regressed"), act(4, "changed"), act(4, "changed")]),
  ).toBe("1 regressed, 1 changed");
});

test("an issue announces its last change and the number of new events", () => {
  expect(offerOfIssue([act(1, "changed", "Ada resolved this"), act(2, "new")], 1)).toBe(
    "Ada resolved this just now",
  );
  expect(offerOfIssue([act(2, "new")], 1)).toBeUndefined();
  expect([
    offerOfEvents(undefined, 5),
    offerOfEvents(5, 5),
    offerOfEvents(6, 5),
    offerOfEvents(1005, 5),
  ]).toEqual([undefined, undefined, "1 new event", "1,000 new events"]);
});
