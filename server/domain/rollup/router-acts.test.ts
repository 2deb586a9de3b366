import { expect, test } from "vitest";
import type { SpanId } from "#server/domain/ids.ts";
import type { ScannedSpan, SpanWords } from "#server/domain/trace/terms/scanned-span.ts";
import { operationsOf } from "./operation-of.ts";
import { routerActs } from "./router-acts.ts";

const around = "00000000000000aa" as SpanId;

const span = (name: string, op: string, more: Partial<ScannedSpan> = {}) =>
  ({
    spanId: "00000000000000ab",
    parentSpanId: around,
    parentIsRemote: false,
    name,
    kind: "internal",
    startedAtNs: 0n,
    endedAtNs: 5_000_000n,
    isBrowser: true,
    words: { op } as SpanWords,
    ...more,
  }) as ScannedSpan;

const step = (name: string, kind: string) => span(name, `function.react_router.client_${kind}`);
const navigation = span("/shop", "navigation", { spanId: around, parentSpanId: undefined });
const fetcher = span("Fetcher :r1:", "function.react_router.fetcher", { spanId: around });

test.each([
  [
    "a form's submission",
    navigation,
    [step("/shop/cart", "action"), step("/shop", "loader")],
    "submit /shop/cart",
  ],
  ["a navigation", navigation, [step("/shop", "loader")], "navigation /shop"],
  ["a fetcher that loads", fetcher, [step("/shop/cart", "loader")], "fetch /shop/cart"],
  [
    "a fetcher that posts",
    fetcher,
    [step("/shop/cart", "action"), step("/shop", "loader")],
    "submit /shop/cart",
  ],
  ["a fetcher whose steps are not there", fetcher, [], "fetch fetcher"],
])("Sentry's %s is filed under the route it called", (_, outer, steps, expected) => {
  const [operation] = operationsOf(outer, routerActs([outer, ...steps])?.get(around));
  expect(`${operation!.kind} ${operation!.route}`).toBe(expected);
});
