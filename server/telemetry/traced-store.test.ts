import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeEach, expect, test } from "vitest";
import { traceStore } from "./traced-store.ts";

const spans = new InMemorySpanExporter();
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
);
// The next test file in this process has its own provider.
afterAll(() => [context, propagation, trace].forEach((api) => api.disable()));
beforeEach(() => spans.reset());

class Carts {
  #lines = ["boots"];
  read(): Promise<string[]> {
    return Promise.resolve(this.#lines);
  }
}

const plain = {
  carts: new Carts(),
  products: Object.freeze({
    limit: 50,
    count: (shelf: string) => shelf.length,
    find: (): Promise<string> => Promise.reject(new TypeError("no such shelf")),
  }),
  open: true,
  close(): boolean {
    return this.open;
  },
};
const store = traceStore(plain, { system: "sqlite" });

const inRequest = <Result>(work: () => Result): Result =>
  trace.getTracer("test").startActiveSpan("request", (span) => {
    const result = work();
    span.end();
    return result;
  });
const names = () => spans.getFinishedSpans().map((span) => span.name);

test("a call inside a request is its span, named noun and verb", async () => {
  expect(await inRequest(() => store.carts.read())).toEqual(["boots"]);
  expect(inRequest(() => store.products.count("lamps"))).toBe(5);
  expect(names().toSorted()).toEqual(["carts.read", "products.count", "request", "request"]);
  const [read] = spans.getFinishedSpans().filter((span) => span.name === "carts.read");
  expect(read).toMatchObject({
    kind: SpanKind.CLIENT,
    attributes: {
      "db.system.name": "sqlite",
      "db.operation.name": "read",
      "db.query.summary": "carts.read",
    },
  });
  expect(read!.parentSpanContext?.spanId).toBeDefined();
});

test("a failure is on the span and thrown to the caller", async () => {
  await expect(inRequest(() => store.products.find())).rejects.toThrow("no such shelf");
  const [failed] = spans.getFinishedSpans().filter((span) => span.name === "products.find");
  expect(failed!.status.message).toBe("no such shelf");
  expect(failed!.events[0]!.attributes).toMatchObject({ "exception.type": "TypeError" });
});

test("outside a request nothing is recorded, and the rest of the store is unchanged", async () => {
  expect(await store.carts.read()).toEqual(["boots"]);
  expect(store.products.limit).toBe(50);
  expect(store.close()).toBe(true);
  expect(names()).toEqual([]);
});
