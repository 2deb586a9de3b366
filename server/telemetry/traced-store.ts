import { type Attributes, type Span, SpanKind, trace, type Tracer } from "@opentelemetry/api";
import { now } from "./clock.ts";
import { recordFailure } from "./failure.ts";

/**
 * The same store with a CLIENT span for each call inside a request: `store.issues.list(…)` is
 * `issues.list`. Traces the store's properties that are objects or class instances; its own methods
 * pass through. Records nothing outside a span: a job's queries are not a trace. `system` is the
 * conventions' `db.system.name`: sqlite, postgresql.
 */
export function traceStore<Store extends object>(
  store: Store,
  { system }: { system: string },
): Store {
  const tracer = trace.getTracer("spoor.store");
  return overlay(store, (value, name) => {
    if (typeof value === "function") return value.bind(store) as unknown;
    return typeof value === "object" && value !== null
      ? traceNoun(value, name, system, tracer)
      : undefined;
  });
}

function traceNoun(noun: object, name: string, system: string, tracer: Tracer): object {
  return overlay(noun, (method, verb) => {
    if (typeof method !== "function") return undefined;
    const summary = `${name}.${verb}`;
    const attributes = {
      "db.system.name": system,
      "db.operation.name": verb,
      "db.query.summary": summary,
    };
    return tracedCall(
      tracer,
      summary,
      attributes,
      (words) => Reflect.apply(method, noun, words) as unknown,
    );
  });
}

function tracedCall(
  tracer: Tracer,
  name: string,
  attributes: Attributes,
  call: (words: unknown[]) => unknown,
) {
  return (...words: unknown[]): unknown => {
    if (!trace.getActiveSpan()) return call(words);
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: now(), attributes });
    try {
      const result = call(words);
      if (result instanceof Promise) return whenSettled(span, result);
      span.end(now());
      return result;
    } catch (error) {
      throw failed(span, error);
    }
  };
}

function whenSettled(span: Span, result: Promise<unknown>): Promise<unknown> {
  return result.then(
    (value) => (span.end(now()), value),
    (error: unknown) => {
      throw failed(span, error);
    },
  );
}

function failed(span: Span, error: unknown): unknown {
  if (error instanceof Error) recordFailure(span, error);
  span.end(now());
  return error;
}

/** Returns `target` with the values that `replace` changes. */
function overlay<Target extends object>(
  target: Target,
  replace: (value: unknown, name: string) => unknown,
): Target {
  const replaced = namesOf(target).flatMap((name) => {
    const value = replace(Reflect.get(target, name), name);
    return value === undefined ? [] : [[name, { value, enumerable: true }] as const];
  });
  return Object.create(target, Object.fromEntries(replaced)) as Target;
}

/** Own properties and class methods. */
function namesOf(target: object): string[] {
  const names = new Set<string>();
  for (
    let each = target;
    each && each !== Object.prototype;
    each = Object.getPrototypeOf(each) as object
  ) {
    for (const name of Object.getOwnPropertyNames(each))
      if (name !== "constructor") names.add(name);
  }
  return [...names];
}
