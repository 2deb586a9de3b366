import { expect, test } from "vitest";
import { drawSpans } from "./sample-spans.fixture.ts";
import { buildTree } from "./timing/tree.ts";
import { userOf } from "./trace-user.ts";

test("the first span that names a user, by email before ID", () => {
  const { nodes } = buildTree(
    drawSpans(`
      GET /cart 0-50
        loader root 1-10 user.id=17 user.email=mira@example.com
        loader cart 2-10 user.id=18`),
  );
  expect(userOf(nodes)).toEqual({ attribute: "user.email", value: "mira@example.com" });
  expect(userOf(nodes.slice(2))).toEqual({ attribute: "user.id", value: "18" });
  expect(userOf(nodes.slice(0, 1))).toBeUndefined();
});
