import { expect, test } from "vitest";
import { enclosingFunction } from "./function-ranges.ts";
import { parseFunctions } from "./parse-functions.ts";

/** The name around `throw` in the source; null at the module's top level. */
function nameIn(text: string, file = "src/cart.tsx"): string | null | undefined {
  const before = text.slice(0, text.indexOf("throw")).split("\n");
  const position = { line: before.length, column: before.at(-1)!.length + 1 };
  const around = enclosingFunction(parseFunctions(text, file) ?? [], position);
  return around.kind === "module" ? null : around.name;
}

// `tests/clients/function-names.test.ts` compares common forms with a browser; these are the
// others.
test.each([
  ["function total() { throw 1 }", "total"],
  ["export default function () { throw 1 }", "default"],
  ["export default () => { throw 1 }", "default"],
  ["export default memo(() => { throw 1 })", "default"],
  ["exports.total = function () { throw 1 }", "total"],
  ["module.exports.total = () => { throw 1 }", "total"],
  ["Cart.prototype.total = function () { throw 1 }", "Cart.total"],
  ["Cart.parse = () => { throw 1 }", "Cart.parse"],
  ["this.total = () => { throw 1 }", "total"],
  ["handlers['cart'] = () => { throw 1 }", "handlers.cart"],
  ["handlers[name] = () => { throw 1 }", undefined],
  ["total ??= () => { throw 1 }", "total"],
  ["let total = (() => { throw 1 }) as Total", "total"],
  ["const { total = () => { throw 1 } } = cart", "total"],
  ["const Card = React.forwardRef<Ref, Props>((props, ref) => { throw 1 })", "Card"],
  ["const Card = memo(forwardRef(() => { throw 1 }))", "Card"],
  ["const lines = cart.map(() => { throw 1 })", undefined],
  ["const Cart = class { total() { throw 1 } }", "Cart.total"],
  ["class Cart { static total() { throw 1 } }", "Cart.total"],
  ["class Cart { total = () => { throw 1 } }", "Cart.total"],
  ["class Cart { set total(sum) { throw 1 } }", "set total"],
  ["class Cart { constructor() { throw 1 } }", "new Cart"],
  ["export default class { total() { throw 1 } }", "default.total"],
  ["<Form onSubmit={() => { throw 1 }} />", "onSubmit"],
  ["(() => { if (cart) throw 1 })()", undefined],
  ["throw 1", null],
  ["@sealed class Cart { @bound total() { throw 1 } }", "Cart.total"],
])("in %s: %s", (text, name) => expect(nameIn(text)).toBe(name));

test("an immediately invoked function belongs to the one around it", () => {
  const text = "function total() { (() => 1)() }";
  const position = { line: 1, column: text.indexOf("() =>") + 1 };
  expect(enclosingFunction(parseFunctions(text, "a.js")!, position)).toEqual({
    kind: "function",
    name: "total",
  });
});

test.each([
  [
    "cart.vue",
    '<template><b>{{ it }}</b></template>\n<script setup lang="ts">\nfunction total() {\n  throw 1;\n}\n</script>',
  ],
  ["cart.svelte", "<h1>it's</h1>\n<script>\n  const total = () => { throw 1 };\n</script>\n"],
  ["cart.js", "// @flow\nfunction total(cart: ?Cart) { throw 1 }"],
  ["cart.ts", "const total = <T>(cart: T) => { const id = <string>cart.id; throw 1 }"],
])("%s is parsed by its file type", (file, text) => expect(nameIn(text, file)).toBe("total"));

test("unparsable or oversized source has no functions", () => {
  expect(parseFunctions("if then else fi (", "a.js")).toBeUndefined();
  expect(parseFunctions("[".repeat(100_000), "a.js")).toBeUndefined();
  expect(parseFunctions(`/*${" ".repeat(1 << 20)}*/`, "a.js")).toBeUndefined();
});
