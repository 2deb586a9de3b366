import { serviceName } from "#server/domain/trace/attribute-names.ts";
import type { Attributes, Span } from "#server/domain/trace/span.ts";
import { presentable } from "./presentable.ts";
import type { WireReader } from "./wire.ts";

export type Scope = NonNullable<Span["scope"]>;

/** What a span says by where it stands. */
export type SpanContext = { service: string; resource: Attributes; scope: Scope | undefined };

export function contextOf(resource: Attributes, scope: Scope | undefined): SpanContext {
  return { service: serviceName(resource["service.name"]), resource: presentable(resource, "internal"), scope };
}

/** The reader stands at the length of an `InstrumentationScope`. One without a name says nothing. */
export function readScope(reader: WireReader): Scope | undefined {
  const end = reader.enter();
  const scope: Scope = { name: "" };
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 10) scope.name = reader.text();
    else if (tag === 18) scope.version = reader.text();
    else reader.skip(tag);
  }
  reader.leave(end);
  if (scope.version === "") delete scope.version;
  return scope.name === "" ? undefined : scope;
}
