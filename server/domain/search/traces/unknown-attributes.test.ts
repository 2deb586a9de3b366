import { expect, test } from "vitest";
import { attributeTokens, unknownAttribute } from "./unknown-attributes.ts";

const keys = ["user.id", "http.request.method", "plan"];
const problem = (text: string) => unknownAttribute(attributeTokens(text), keys);

test.each([
  "cart service:web duration:>3 has:user.id -has:route",
  "env:production span.status:error OR plan:pro",
  "(plan:pro http.method:GET)",
  "browser:Chrome os.name:Linux user_agent.synthetic.type:bot",
  '"a=b":c',
  "is:idle -is:Idle is:asset is:detached",
])("%s names existing attributes", (text) => expect(problem(text)).toBeUndefined());

test.each([
  [
    "cart durtion:>3",
    "durtion:>3",
    'No trace has the key “durtion”. Did you mean “duration”? To search for the text, put it in quotes: "durtion:>3".',
  ],
  [
    "(a OR foo.bar:1)",
    "foo.bar:1",
    'No trace has the key “foo.bar”. To search for the text, put it in quotes: "foo.bar:1".',
  ],
  ["!has:user.di", "!has:user.di", "No trace has the key “user.di”. Did you mean “user.id”?"],
  ["has:error", "has:error", "No trace has the key “error”. Did you mean “status:error”?"],
  [
    "is:error",
    "is:error",
    "Unknown value for is:. Supported: idle, asset, detached. Did you mean “status:error”?",
  ],
  ["is:ok", "is:ok", "Did you mean “status:ok”?"],
  ["is:slow", "is:slow", "Did you mean “duration:>1s”?"],
  [
    "-is:purple",
    "-is:purple",
    "Can't search for -is:purple. Unknown value for is:. Supported: idle, asset, detached.",
  ],
  ["Plan:pro", "Plan:pro", "Did you mean “plan”?"],
])("%s is explained at its key", (text, part, sentence) => {
  const { from, to, detail } = problem(text)!;
  expect(text.slice(from, to)).toBe(part);
  expect(detail).toContain(sentence);
});

test.each([
  ["a durtion:>3", "a duration:>3"],
  ["-plna:pro", "-plan:pro"],
  ["!has:user.di b", "!has:user.id b"],
  ["-is:slow", "-duration:>1s"],
])("%s suggests %s", (text, meant) => {
  const { from, to, instead } = problem(text)!;
  expect(text.slice(0, from) + instead + text.slice(to)).toBe(meant);
});
