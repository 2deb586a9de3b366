import { expect, test } from "vitest";
import { unknownParameter } from "./unknown-parameters.ts";

const known = ["query", "sort", "environment", "cursor"];

test.each(["", "query=a&sort=", "cursor=x&cursor=y"])("accepts %j", (search) => {
  expect(unknownParameter(new URLSearchParams(search), known)).toBeUndefined();
});

test.each([
  ["q=cart", "q", "Did you mean “query”?"],
  ["qurey=cart", "qurey", "Did you mean “query”?"],
  ["sort=time&env=prod", "env", "Did you mean “environment”?"],
  ["search=cart", "search", "“search”. Supported: query, sort, environment, cursor."],
])("names the parameter of %j and the nearest known one", (search, name, sentence) => {
  const problem = unknownParameter(new URLSearchParams(search), known);
  expect(problem).toMatchObject({ problem: "malformed", causes: [name] });
  expect(problem!.detail).toContain(sentence);
});

test("says that a URL takes no parameters", () => {
  const { detail } = unknownParameter(new URLSearchParams("a=1"), [])!;
  expect(detail).toBe("Unknown parameter “a”. No parameters are supported.");
});
