import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { isProblem } from "#server/domain/problem.ts";
import { parseEnvelope } from "./envelope.ts";

function parse(text: string) {
  const envelope = parseEnvelope(Buffer.from(text), 10);
  if (isProblem(envelope)) return envelope.detail;
  return {
    items: envelope.items.map(({ type, payload }) => [type, payload.toString()]),
    loss: envelope.loss?.detail,
  };
}

test.each<[string, string, [string, string][]]>([
  ["nothing but a header", "{}", []],
  ["an item without a length", '{}\n{"type":"event"}\n{"a":1}\n', [["event", '{"a":1}']]],
  ["no line end after the last", '{}\n{"type":"event"}\n{"a":1}', [["event", '{"a":1}']]],
  [
    "a length, line ends within",
    '{}\n{"type":"a","length":5}\n1\r\n\n2\n{"type":"b"}\nx',
    [
      ["a", "1\r\n\n2"],
      ["b", "x"],
    ],
  ],
  [
    "a carriage return belongs to a payload without length",
    '{}\n{"type":"a"}\nx\r\n',
    [["a", "x\r"]],
  ],
  ["bytes, not characters", '{}\n{"type":"a","length":4}\näö\n', [["a", "äö"]]],
  [
    "empty payloads",
    '{}\n{"type":"a","length":0}\n\n{"type":"b"}\n',
    [
      ["a", ""],
      ["b", ""],
    ],
  ],
  [
    "blank lines between items",
    '{}\n\n{"type":"a"}\n1\n\n\r\n{"type":"b"}\n2\n\n',
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  [
    "lines of Windows",
    '{}\r\n{"type":"a","length":1}\r\n1\r\n{"type":"b"}\r\n2\r\n',
    [
      ["a", "1"],
      ["b", "2\r"],
    ],
  ],
])("%s", (_, text, items) => {
  expect(parse(text)).toEqual({ items, loss: undefined });
});

test("a truncated item loses itself and what follows, not what precedes it", () => {
  const result = parse('{}\n{"type":"a"}\n1\n{"type":"b","length":9}\nabc');
  expect(result).toEqual({
    items: [["a", "1"]],
    loss: "byte 42: the item's length is 9 bytes, but only 3 are left",
  });
});

test("reading stops after too many items", () => {
  const result = parse(`{}\n${'{"type":"a"}\n1\n'.repeat(11)}`);
  expect(result).toMatchObject({
    items: { length: 10 },
    loss: expect.stringContaining("at most 10 items"),
  });
});
