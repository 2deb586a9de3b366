import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  oneof,
  option,
  property,
  record,
  string,
  stringMatching,
} from "fast-check";
import { expect, test } from "vitest";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { EventId } from "#server/domain/ids.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { rulebookOf } from "./apply-rules.ts";
import { globOf } from "./glob.ts";
import { parseRules } from "./parse-rules.ts";
import { printRule } from "./print-rule.ts";
import { type GroupingRule, plainFields, variables } from "./rule.ts";

const event: ErrorEvent = {
  eventId: "9ec79c33ec9942ab8353589fcb2e04dc" as EventId,
  receivedAt: 0,
  timestamp: 0,
  type: "error",
  level: "error",
  platform: "node",
  release: "shop@1.2",
  threads: [],
  breadcrumbs: [],
  contexts: {},
  extra: {},
  modules: [],
  debugImages: [],
  notes: [],
  transaction: "POST /pay",
  tags: [["tenant", "acme"]],
  exceptions: [
    {
      type: "DatabaseError",
      value: "connection refused by db-7",
      frames: [
        { function: "connect", file: "src/vendor/pg/client.js", inApp: false },
        { function: "pay", file: "src/pay.ts", inApp: true },
      ],
    },
  ],
};

function applied(text: string) {
  const read = parseRules(text);
  if (!read.ok) throw new Error(JSON.stringify(read.wrong));
  return rulebookOf(read.rules)(event);
}

test.each([
  ['type:DatabaseError message:"connection *" -> database-down', ["database-down"]],
  [
    "type:databaseerror -> {{ type }} {{ tags.tenant }}-{{ transaction }}",
    ["DatabaseError", "acme-POST /pay"],
  ],
  ["path:**/vendor/** -> vendor {{default}}", ["vendor", "{{ default }}"]],
  ["function:pay path:src/*.ts !path:lib/** -> {{ function }}", ["pay"]],
  ["tags.tenant:ac?e release:shop@* level:error -> {{ logger }}", ["(none)"]],
  ["!type:* -> a\n# a comment\n\ntype:* -> b\ntype:* -> c", ["b"]],
])("%s", (text, parts) => {
  expect(applied(text)?.fingerprint?.parts).toEqual(parts);
});

test.each([
  "type:Type* -> a",
  "path:src/* -> a\n!level:error -> b",
  "tags.none:* -> a",
  "family:* -> a",
])("%s applies nothing or only its matching part", (text) =>
  expect(applied(text)?.fingerprint?.parts ?? []).toEqual(text.startsWith("path") ? ["a"] : []),
);

test("title and fingerprint may come from two rules, each printed as written", () => {
  expect(applied('type:* -> title="{{ type }} in {{ transaction }}"\nlevel:error -> x')).toEqual({
    title: {
      rule: 'type:* -> title="{{ type }} in {{ transaction }}"',
      text: "DatabaseError in POST /pay",
    },
    fingerprint: { rule: "level:error -> x", parts: ["x"] },
  });
});

test.each([
  ["type:a", 1, "type:a", "arrow"],
  ["# fine\ntype:a -> b\nkind:a -> b", 3, "kind:a", "Unknown field “kind”"],
  ["-> b", 1, "->", "before the arrow"],
  ["type:a ->", 1, "->", "Enter a fingerprint"],
  ['type:"a -> b', 1, '"a -> b', "closing quote is missing"],
  ["type: -> b", 1, "type:", "after the colon"],
  ["type:a -> {{ colour }}", 1, "{{ colour }}", "Unknown variable {{ colour }}"],
  ["type:a -> x-{{ default }}", 1, "x-{{ default }}", "Put spaces"],
  ['type:a -> title="{{ default }}"', 1, 'title="{{ default }}"', "can't contain"],
  ["type:a -> title=a title=b", 1, "title=b", "one title"],
])("%s is explained at its term", (text, line, word, why) => {
  const read = parseRules(text);
  expect(read).toMatchObject({
    ok: false,
    wrong: [{ line, word, why: expect.stringContaining(why) }],
  });
});

const text = string({ minLength: 1, maxLength: 12 }).map((each) => each.replace(/[\r\n{}]/g, "x"));
const visible = text.filter((each) => each.trim() !== "");
const field = oneof(
  constantFrom(...plainFields),
  stringMatching(/^[a-z_]{1,8}$/).map((key) => `tags.${key}` as const),
);
const template = oneof(
  visible,
  constantFrom(...variables).map((name) => `{{ ${name} }}`),
);
const rule: Arbitrary<GroupingRule> = record({
  line: constant(1),
  matchers: array(record({ field, negated: boolean(), pattern: text }), {
    minLength: 1,
    maxLength: 4,
  }),
  fingerprint: array(oneof(template, constant("{{ default }}")), { minLength: 1, maxLength: 3 }),
  title: option(template, { nil: undefined }),
}).map(({ title, ...rest }) => (title === undefined ? rest : { ...rest, title }));

test("a rule prints as it was read", () => {
  assert(
    property(rule, (each) => {
      expect(parseRules(printRule(each))).toEqual({ ok: true, rules: [each] });
    }),
  );
});

test("unclosed braces do not include the following words", () => {
  const broken: GroupingRule = {
    line: 1,
    matchers: [{ field: "type", negated: false, pattern: "{{" }],
    fingerprint: ["{{", "m"],
    title: "a {{ type }}",
  };
  expect(parseRules(printRule(broken))).toEqual({ ok: true, rules: [broken] });
});

test("reading and applying never throw, whatever the text", () => {
  const bits = constantFrom(
    "type:",
    "!",
    "->",
    '"',
    "{{",
    "}}",
    " ",
    "\n",
    "title=",
    "*",
    "\\",
    "a",
    "tags.",
    "#",
  );
  assert(
    property(array(oneof(bits, string({ maxLength: 3 }))), (pieces) => {
      const read = parseRules(pieces.join(""));
      if (read.ok) rulebookOf(read.rules)(event);
    }),
  );
});

test("a pattern costs at most its length times the text's", () => {
  const started = threadMs();
  expect(globOf(`${"*a".repeat(50)}b`, "text")("a".repeat(8_000))).toBe(false);
  expect(threadMs() - started).toBeLessThan(500);
});
