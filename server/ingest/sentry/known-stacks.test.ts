import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#server/domain/json.ts";
import { knownStackOf } from "#server/ingest/known-stack.ts";
import { scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import { createKnownStacks, type KnownStacks } from "./known-stacks.ts";
import { sampleId, sampleReceipt } from "./sample.fixture.ts";
import { writeBody } from "./stored-body.ts";
import { understand } from "./understand.ts";

const stack = (count: number, extra: (at: number) => JsonObject = () => ({})) => ({
  frames: Array.from({ length: count }, (_, at) => ({
    filename: `/srv/shop/server/order-${at}.js`,
    function: `step${at}`,
    lineno: at + 1,
    in_app: at % 2 === 0,
    context_line: `  return charge(order, "${"x".repeat(40)}ü", { retries: ${at} }); // "]}}"`,
    ...extra(at),
  })),
});

const event = (stacktrace: Json, value = "order 1 failed", more: JsonObject = {}): JsonObject => ({
  event_id: sampleId,
  platform: "node",
  exception: { values: [{ type: "OrderError", value, stacktrace }] },
  ...more,
});

/** Often enough that repetitions are known. */
function learn(stacks: KnownStacks, sent: JsonObject): void {
  for (let i = 0; i < 8; i++) stacks.parse(Buffer.from(JSON.stringify(sent)));
}

const parsed = (stacks: KnownStacks, text: string): Json => {
  const outcome = stacks.parse(Buffer.from(text));
  if (!("value" in outcome)) throw new Error(outcome.fault.why);
  return outcome.value;
};

const stackOf = (value: Json, at = 0): Json =>
  (value as { exception: { values: { stacktrace: Json }[] } }).exception.values[at]!.stacktrace;
const isKnown = (value: Json, at = 0): boolean => knownStackOf(stackOf(value, at)) !== undefined;

/** Normalizes an event with and without a known stack: results must be identical to the byte. */
function bothWays(sent: JsonObject, settings?: Parameters<typeof scrubRulesOf>[0]) {
  const stacks = createKnownStacks();
  const text = JSON.stringify(sent);
  const rules = settings && scrubRulesOf(settings);
  const read = (payload: JsonObject) => {
    const understood = understand(payload, sampleReceipt, rules ? { rules } : {});
    return {
      ...understood,
      body: writeBody(understood, sampleReceipt, { source: Buffer.from(text) }).toString(),
    };
  };
  const alone = read(JSON.parse(text) as JsonObject);
  learn(stacks, sent);
  const again = Array.from({ length: 3 }, () => read(parsed(stacks, text) as JsonObject));
  return { alone, again, isKnown: isKnown(parsed(stacks, text)) };
}

describe("a known stack", () => {
  test("is the same object, and the event around it is reread", () => {
    const stacks = createKnownStacks();
    learn(stacks, event(stack(20)));
    const [one, two] = [
      event(stack(20), "order 2 failed"),
      event(stack(20), "order 3 failed", { level: "fatal" }),
    ];
    const [first, second] = [
      parsed(stacks, JSON.stringify(one)),
      parsed(stacks, JSON.stringify(two)),
    ];
    expect([first, second]).toEqual([one, two]);
    expect(stackOf(first)).toBe(stackOf(second));
  });

  test("is read, grouped, and stored as before", () => {
    const { alone, again, isKnown } = bothWays(
      event(stack(20), "order 7 failed", { user: { ip_address: "{{auto}}" } }),
    );
    expect(isKnown).toBe(true);
    for (const each of again) expect(each).toEqual(alone);
    expect(alone.event.exceptions[0]!.frames).toHaveLength(20);
  });

  test("is scrubbed every time, unless the project keeps secrets", () => {
    const sent = event(
      stack(20, (at) => ({
        vars: { order: at, password: "hunter2", note: "token=abcdefgh12345678" },
      })),
    );
    const { alone, again, isKnown } = bothWays(sent);
    expect(isKnown).toBe(true);
    for (const each of again) {
      expect(each).toEqual(alone);
      expect(each.body).not.toContain("hunter2");
    }
    const stacks = createKnownStacks();
    learn(stacks, sent);
    understand(parsed(stacks, JSON.stringify(sent)) as JsonObject, sampleReceipt);
    expect(parsed(stacks, JSON.stringify(sent))).toEqual(sent);
  });

  test("is checked by each project's rules", () => {
    const sent = event(stack(20, () => ({ vars: { customerIban: "AT61 1904 3002 3457 3201" } })));
    const stacks = createKnownStacks();
    learn(stacks, sent);
    const strict = scrubRulesOf({
      secrets: true,
      keepIp: false,
      alsoFilter: ["iban"],
      neverFilter: [],
    });
    const loose = scrubRulesOf({ secrets: false, keepIp: false, alsoFilter: [], neverFilter: [] });
    const cleaned = [loose, strict, loose, strict].map(
      (rules) =>
        understand(parsed(stacks, JSON.stringify(sent)) as JsonObject, sampleReceipt, { rules })
          .cleaning.length,
    );
    expect(cleaned).toEqual([0, 20, 0, 20]);
  });

  test("is truncated if too long, with a note each time", () => {
    const { alone, again, isKnown } = bothWays(event(stack(300)));
    expect(isKnown).toBe(true);
    expect(alone.event.notes).toHaveLength(1);
    for (const each of again) expect(each).toEqual(alone);
  });

  test("is judged by its event's platform", () => {
    const stacks = createKnownStacks();
    const sent = (platform: string) =>
      JSON.stringify({
        ...event(
          stack(20, () => ({ filename: "/usr/lib/python3/site-packages/x.py", in_app: null })),
        ),
        platform,
      });
    learn(stacks, JSON.parse(sent("python")) as JsonObject);
    const inApp = (platform: string) =>
      understand(parsed(stacks, sent(platform)) as JsonObject, sampleReceipt).event.exceptions[0]!
        .frames[0]!.inApp;
    expect([inApp("python"), inApp("node"), inApp("python")]).toEqual([false, true, false]);
  });
});

describe("an event is read like JSON.parse", () => {
  const known = stack(20);
  const text = JSON.stringify(known);
  const stacks = createKnownStacks();
  learn(stacks, event(known));

  const odd: [what: string, sent: string][] = [
    [
      "stacks of two exceptions, one of them unknown",
      JSON.stringify({ exception: { values: [{ stacktrace: known }, { stacktrace: stack(21) }] } }),
    ],
    [
      "the same stack twice",
      JSON.stringify({ exception: { values: [{ stacktrace: known }, { stacktrace: known }] } }),
    ],
    [
      "threads",
      JSON.stringify({ threads: { values: [{ id: 1, stacktrace: known, crashed: true }] } }),
    ],
    ["a list without values", JSON.stringify({ exception: [{ stacktrace: known }] })],
    ["a stack at the top", JSON.stringify({ stacktrace: known, platform: "php" })],
    [
      "a stack in other data",
      JSON.stringify({
        extra: { stacktrace: known },
        exception: { values: [{ stacktrace: known }] },
      }),
    ],
    [
      "a stack within a stack",
      JSON.stringify({
        exception: { values: [{ stacktrace: { frames: [{ vars: { stacktrace: known } }] } }] },
      }),
    ],
    [
      "numbers where stacks belong",
      JSON.stringify({
        exception: { values: [{ stacktrace: 0 }, { stacktrace: 1 }, { stacktrace: known }] },
      }),
    ],
    ["one name twice", `{"exception":{"values":[{"stacktrace":${text},"stacktrace":7}]},"more":1}`],
    [
      "one name twice, the stack last",
      `{"exception":{"values":[{"stacktrace":7,"stacktrace":${text}}]},"more":1}`,
    ],
    [
      "a text that holds a stack",
      JSON.stringify({
        message: `{"stacktrace":${text}}`,
        exception: { values: [{ stacktrace: known }] },
      }),
    ],
    ["a name that ends like it", `{"exception":{"values":[{"x,\\"stacktrace":${text}}]}}`],
    [
      "letters beyond ASCII around it",
      JSON.stringify({
        message: "größer 💥",
        exception: { values: [{ value: "ü", stacktrace: known }] },
      }),
    ],
    [
      "more in the stack than is known",
      `{"exception":{"values":[{"stacktrace":${text.slice(0, -1)},"frames_omitted":[1,2]}}]}}`,
    ],
    ["no object", `[{"stacktrace":${text}}]`],
  ];

  test.each(odd)("%s", (_, sent) => expect(parsed(stacks, sent)).toEqual(JSON.parse(sent)));

  test("and invalid JSON is located in the sent text", () => {
    const sent = `{"exception":{"values":[{"stacktrace":${text}}]},"message":oops}`;
    expect(stacks.parse(Buffer.from(sent))).toEqual({
      fault: { at: Buffer.from(sent).indexOf("oops"), why: expect.any(String) },
    });
    const python = `{"exception":{"values":[{"stacktrace":${text}}]},"extra":{"ratio":NaN}}`;
    expect(stacks.parse(Buffer.from(python))).toMatchObject({
      repaired: true,
      value: { extra: { ratio: null } },
    });
  });
});

test("the oldest is forgotten first, within a byte limit", () => {
  const sent = (at: number) => event(stack(20, () => ({ module: `m${at}` })));
  const oneBytes = Buffer.byteLength(JSON.stringify(stack(20)));
  const stacks = createKnownStacks(3 * oneBytes);
  for (let at = 0; at < 6; at++) learn(stacks, sent(at));
  const known = Array.from({ length: 6 }, (_, at) =>
    isKnown(parsed(stacks, JSON.stringify(sent(at)))),
  );
  expect(known.slice(0, 3)).toEqual([false, false, false]);
  expect(known.at(-1)).toBe(true);
});

test("a stack seen once is not learned", () => {
  const stacks = createKnownStacks();
  parsed(stacks, JSON.stringify(event(stack(20))));
  expect(isKnown(parsed(stacks, JSON.stringify(event(stack(20)))))).toBe(false);
});
