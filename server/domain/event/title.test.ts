import { expect, test } from "vitest";
import { culpritOf } from "./culprit.ts";
import type { ErrorEvent, Frame } from "./error-event.ts";
import { titleOf } from "./title.ts";

const event = (changes: Partial<ErrorEvent>): ErrorEvent =>
  ({ exceptions: [], threads: [], tags: [], ...changes }) as unknown as ErrorEvent;
const frame = (name: string, file: string, inApp = true): Frame => ({
  function: name,
  file,
  inApp,
});

test.each<[string, Partial<ErrorEvent>, string, string]>([
  [
    "the outermost exception",
    {
      exceptions: [
        { type: "Outer", value: "o", frames: [] },
        { type: "Inner", value: "i", frames: [] },
      ],
    },
    "Outer",
    "o",
  ],
  [
    "a message sent as an exception",
    { exceptions: [{ value: "hello", frames: [] }], message: "hello" },
    "",
    "hello",
  ],
  ["an exception that says nothing", { exceptions: [{ type: "Empty", frames: [] }] }, "Empty", ""],
  ["the first line", { message: "  one\ntwo" }, "", "one"],
  [
    "React's wrapper gives way to its cause",
    {
      exceptions: [
        {
          type: "Error",
          value:
            "There was an error during concurrent rendering but React was able to recover by …",
          frames: [],
        },
        { type: "TypeError", value: "x", frames: [] },
      ],
    },
    "TypeError",
    "x",
  ],
  [
    "a policy",
    { csp: { directive: "img-src", blockedUri: "https://evil.example/x.png?y" } },
    "",
    "Blocked 'img-src' from 'https://evil.example'",
  ],
  [
    "a policy and a word",
    { csp: { directive: "script-src", blockedUri: "eval" } },
    "",
    "Blocked 'script-src' from 'eval'",
  ],
  [
    "a policy and a scheme",
    { csp: { directive: "img-src", blockedUri: "data:image/png;base64,xyz" } },
    "",
    "Blocked 'img-src' from 'data'",
  ],
  ["nothing", {}, "", ""],
])("the title is %s", (_, changes, type, value) => {
  expect(titleOf(event(changes))).toEqual({ type, value });
});

test.each<[string, Partial<ErrorEvent>, string]>([
  [
    "the transaction",
    { transaction: "GET /cart", exceptions: [{ frames: [frame("f", "a.ts")] }] },
    "GET /cart",
  ],
  [
    "the innermost frame of the application",
    {
      exceptions: [
        { frames: [frame("lib", "l.js", false), frame("pay", "cart.ts"), frame("main", "m.ts")] },
      ],
    },
    "pay (cart.ts)",
  ],
  [
    "no frame of the engine, a logging module, or an SDK",
    { exceptions: [{ frames: [frame("JSON.parse", "<anonymous>", false)] }], platform: "node" },
    "",
  ],
  [
    "the library's frame behind them",
    {
      exceptions: [
        {
          frames: [
            frame("error", "/a/node_modules/pino/p.js", false),
            frame("get", "/a/node_modules/b/i.js", false),
          ],
        },
      ],
      platform: "node",
    },
    "get (/a/node_modules/b/i.js)",
  ],
  ["the pattern of an address", { transaction: "GET /users/18?tab=a" }, "GET /users/:id"],
  [
    "the innermost frame, where none is",
    { exceptions: [{ frames: [frame("lib", "l.js", false)] }] },
    "lib (l.js)",
  ],
  [
    "the file, where the function has no name",
    { exceptions: [{ frames: [frame("?", "cart.ts")] }] },
    "cart.ts",
  ],
  [
    "the page of a policy",
    {
      csp: { directive: "img-src", blockedUri: "x", documentUri: "https://shop.example/cart?id=1" },
    },
    "https://shop.example/cart",
  ],
  ...["/{*splat}", "GET *", "GET /{*splat}", "/*", "*"].map(
    (transaction): [string, Partial<ErrorEvent>, string] => [
      `a frame rather than the handler for everything ${transaction}`,
      { transaction, exceptions: [{ frames: [frame("loader$3", "server/index.js")] }] },
      "loader$3 (server/index.js)",
    ],
  ),
  [
    "a frame rather than an address",
    {
      transaction: "/cart/lamp",
      transactionSource: "url",
      exceptions: [{ frames: [frame("priceOf", "cart.js")] }],
    },
    "priceOf (cart.js)",
  ],
  ["the handler for everything where nothing else is known", { transaction: "GET *" }, "GET *"],
  ["nothing", {}, ""],
])("the culprit is %s", (_, changes, culprit) => {
  expect(culpritOf(event(changes))).toBe(culprit);
});
