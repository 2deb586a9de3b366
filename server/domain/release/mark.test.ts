import { expect, test } from "vitest";
import { chosenMarks, type ReleaseMark, versionLabel } from "./mark.ts";

const deployed = (version: string, at: number, environment: string): ReleaseMark => ({
  version,
  at,
  kind: "deployed",
  environment,
});

test("deploys to other environments are omitted beside production ones", () => {
  const seen: ReleaseMark = { version: "api@1", at: 5, kind: "first-seen" };
  const [staging, production] = [
    deployed("web@2", 1, "staging"),
    deployed("web@2", 9, "production"),
  ];
  expect(chosenMarks([production, seen, staging], undefined)).toEqual([seen, production]);
  expect(chosenMarks([staging, seen], undefined)).toEqual([staging, seen]);
  expect(chosenMarks([staging], "staging")).toEqual([staging]);
});

test("the newest eight marks are shown, oldest first", () => {
  const many = Array.from({ length: 12 }, (_, index) => deployed(`web@1.${index}`, index, "prod"));
  expect(chosenMarks(many.toReversed(), undefined).map(({ at }) => at)).toEqual([
    4, 5, 6, 7, 8, 9, 10, 11,
  ]);
});

test("labels are short", () => {
  expect(versionLabel("web@2.4.1+build.7")).toBe("web@2.4.1");
  expect(versionLabel("0123456789abcdef0123456789abcdef01234567")).toBe("0123456");
  expect(versionLabel(`web@${"x".repeat(60)}`)).toHaveLength(24);
});
