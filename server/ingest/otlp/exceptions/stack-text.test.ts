import { expect, test } from "vitest";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { readStackText } from "./stack-text.ts";

/** `function file:line:column`, innermost first. */
function printed(text: string): { title: string; frames: string[] }[] {
  return readStackText(text).map(({ type = "", value = "", frames }) => ({
    title: value === "" ? type : `${type}: ${value}`,
    frames: frames.toReversed().map((frame) => {
      const place = [frame["filename"], frame["lineno"], frame["colno"]]
        .filter((each) => each !== undefined)
        .join(":");
      return [frame["module"], frame["function"], place]
        .filter((each) => each !== undefined && each !== "")
        .join(" ");
    }),
  }));
}

test("V8", () => {
  const text = `TypeError: Cannot read properties of undefined (reading 'price')
    at Cart.firstPrice (/app/src/cart.ts:12:31)
    at async Object.<anonymous> (file:///app/src/shop.mjs:3:5)
    at new Order (C:\\app\\order.js:1:2)
    at Object.method [as total] (https://shop.example/assets/a.js?v=1:10:20)
    at Array.map (<anonymous>)
    at eval (eval at run (/app/src/rules.js:4:9), <anonymous>:1:7)
    at node:internal/process/task_queues:105:5`;
  expect(printed(text)).toEqual([
    {
      title: "TypeError: Cannot read properties of undefined (reading 'price')",
      frames: [
        "Cart.firstPrice /app/src/cart.ts:12:31",
        "Object.<anonymous> /app/src/shop.mjs:3:5",
        "Order C:\\app\\order.js:1:2",
        "Object.method https://shop.example/assets/a.js?v=1:10:20",
        "Array.map <anonymous>",
        "eval /app/src/rules.js:4:9",
        "node:internal/process/task_queues:105:5",
      ],
    },
  ]);
});

test("Firefox and Safari, which print no title", () => {
  const text = `firstPrice@https://shop.example/assets/a.js:1:200
checkout/<@https://shop.example/assets/a.js:1:300
@https://shop.example/:5:1
https://shop.example/assets/b.js:7:8
map@[native code]`;
  expect(printed(text)).toEqual([
    {
      title: "",
      frames: [
        "firstPrice https://shop.example/assets/a.js:1:200",
        "checkout/< https://shop.example/assets/a.js:1:300",
        "https://shop.example/:5:1",
        "https://shop.example/assets/b.js:7:8",
        "map [native code]",
      ],
    },
  ]);
});

test("Python, with causes printed first and stored last", () => {
  const text = `Traceback (most recent call last):
  File "/app/shop.py", line 4, in price
    return prices[sku]
           ~~~~~~^^^^^
KeyError: 'sku-1'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/app/main.py", line 20, in <module>
    checkout()
  File "/app/shop.py", line 9, in checkout
    raise PriceError("no price") from error
shop.errors.PriceError: no price`;
  expect(printed(text)).toEqual([
    {
      title: "shop.errors.PriceError: no price",
      frames: ["checkout /app/shop.py:9", "<module> /app/main.py:20"],
    },
    { title: "KeyError: 'sku-1'", frames: ["price /app/shop.py:4"] },
  ]);
  expect(readStackText(text)[1]!.frames[0]).toMatchObject({ context_line: "return prices[sku]" });
});

test("Java, with causes; platform classes are not in-app", () => {
  const text = `com.shop.PriceException: no price: sku-1
	at com.shop.Cart.total(Cart.java:12)
	at java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
	at jdk.internal.reflect.GeneratedMethodAccessor1.invoke(Unknown Source)
Caused by: java.lang.NullPointerException
	at com.shop.Prices.lambda$find$0(Prices.java:7)
	... 2 more`;
  expect(printed(text)).toEqual([
    {
      title: "com.shop.PriceException: no price: sku-1",
      frames: [
        "com.shop.Cart total Cart.java:12",
        "java.util.ArrayList forEach ArrayList.java:1511",
        "jdk.internal.reflect.GeneratedMethodAccessor1 invoke",
      ],
    },
    {
      title: "java.lang.NullPointerException",
      frames: ["com.shop.Prices lambda$find$0 Prices.java:7"],
    },
  ]);
  expect(readStackText(text)[0]!.frames.map((frame) => frame["in_app"])).toEqual([
    false,
    false,
    true,
  ]);
});

test.each([
  [
    ".NET",
    `System.InvalidOperationException: no price
   at Shop.Cart.Total(Int32 id) in /src/Cart.cs:line 12
   at System.Threading.Tasks.Task.Execute()`,
    ["Shop.Cart Total /src/Cart.cs:12", "System.Threading.Tasks.Task Execute"],
  ],
  [
    "Ruby",
    `app/cart.rb:12:in 'Cart#total': no price (PriceError)
	from app/shop.rb:3:in \`checkout'`,
    ["Cart#total app/cart.rb:12", "checkout app/shop.rb:3"],
  ],
  ["PHP", "#0 /app/cart.php(12): Cart->total(1)\n#1 {main}", ["Cart->total /app/cart.php:12"]],
  [
    "Go",
    `goroutine 1 [running]:
main.(*Cart).Total(0xc000012345, 0x1)
	/app/cart.go:12 +0x1d
main.main()
	/app/main.go:5 +0x20`,
    ["main.(*Cart).Total /app/cart.go:12", "main.main /app/main.go:5"],
  ],
])("%s", (_, text, frames) => {
  expect(printed(text)[0]!.frames).toEqual(frames);
});

test("other text has no frames and is fast", () => {
  expect(readStackText("")).toEqual([]);
  expect(printed("something went wrong\nno idea where")[0]).toMatchObject({ frames: [] });
  const evil = [
    "at ".repeat(400),
    "a.".repeat(500),
    " (".repeat(400),
    "@:1".repeat(300),
    "\tat a.b(".repeat(100),
    ":1".repeat(500),
  ];
  const started = threadMs();
  for (const line of evil) readStackText(`${line}\n`.repeat(60));
  expect(threadMs() - started).toBeLessThan(1_000);
});
