import type { Note } from "#server/domain/event/error-event.ts";
import { serviceName } from "#server/domain/trace/terms/attribute-names.ts";
import type { Attributes, Span } from "#server/domain/trace/span.ts";
import { userAgentAttributes } from "#server/domain/trace/user-agent-attributes.ts";
import { readUserAgent } from "#server/domain/user-agent/remember-user-agents.ts";
import type { ReadUserAgent } from "#server/domain/user-agent/user-agent.ts";
import { presentable } from "#server/ingest/otlp/presentable.ts";
import { noteLongTexts } from "#server/ingest/otlp/trimmed-values.ts";
import type { WireReader } from "#server/ingest/otlp/wire/wire.ts";

export type Scope = NonNullable<Span["scope"]>;

/** Data of a span from its resource and scope. */
export type SpanContext = {
  service: string;
  resource: Attributes;
  scope: Scope | undefined;
  userAgents: ReadUserAgent;
  /** Parts of the resource that are shown truncated. */
  notes: Note[];
};

/** For data that is stored again: bytes and events keep what was sent; pages derive the rest. */
export const asSent: ReadUserAgent = () => ({ isCrawler: false });

export function contextOf(
  said: Attributes,
  scope: Scope | undefined,
  userAgents: ReadUserAgent = readUserAgent,
): SpanContext {
  const shown = presentable(said, "internal");
  const resource = { ...shown, ...userAgentAttributes(shown, {}, userAgents) };
  const notes: Note[] = [];
  for (const key in said) noteLongTexts(notes, `resource.${key}`, said[key]!);
  return { service: serviceName(said["service.name"]), resource, scope, userAgents, notes };
}

/** The reader is at the length of an `InstrumentationScope`. One without a name is ignored. */
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
