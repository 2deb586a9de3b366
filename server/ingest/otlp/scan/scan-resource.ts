import { serviceName } from "#server/domain/trace/terms/attribute-names.ts";
import { isBrowserResource, mayBeBrowser } from "#server/domain/trace/browser-span.ts";
import type { Attributes } from "#server/domain/trace/span.ts";
import { termOf, textsOf } from "#server/domain/trace/terms/terms.ts";
import { endingInDots } from "#server/ingest/sentry/event/lenient.ts";
import { termsWithMarker, userAgentTerms } from "./attribute-pairs.ts";
import { AttributeGatherer } from "#server/ingest/otlp/decode/decode-attributes.ts";
import type { WireReader } from "#server/ingest/otlp/wire/wire.ts";

/** Data of a resource that applies to every span below it. */
export type ResourceFacts = {
  service: string;
  environment: string | undefined;
  release: string | undefined;
  isBrowser: boolean;
  /** It may be a browser: its spans decide. */
  mayBeBrowser: boolean;
  /** Numbers of its terms. */
  terms: number[];
  attributes: Attributes;
};

/**
 * The reader is at the length of a `Resource`. `known`: attributes of an earlier one, which are
 * merged.
 */
export function readResource(reader: WireReader, known: Attributes = {}): Attributes {
  const end = reader.enter();
  const gatherer = new AttributeGatherer();
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 10) gatherer.read(reader);
    else reader.skip(tag);
  }
  reader.leave(end);
  return { ...known, ...gatherer.attributes };
}

export function resourceFacts(
  attributes: Attributes,
  numberOf: (term: string) => number,
): ResourceFacts {
  const service = serviceName(attributes["service.name"]);
  const environment =
    attributes["deployment.environment.name"] ?? attributes["deployment.environment"];
  const terms = Object.entries(attributes).flatMap(([key, value]) =>
    key === "service.name" ? [] : termsWithMarker(key, value),
  );
  terms.push(...userAgentTerms(attributes));
  return {
    service,
    environment: shortText(environment),
    release: shortText(attributes["service.version"]),
    isBrowser: isBrowserResource(attributes),
    mayBeBrowser: mayBeBrowser(attributes),
    terms: [...new Set([...terms, ...[termOf("service", service) ?? []].flat()])].map(numberOf),
    attributes,
  };
}

function shortText(value: Attributes[string] | undefined): string | undefined {
  const [text] = value === undefined ? [] : textsOf(value);
  return text === undefined || text === "" ? undefined : endingInDots(text, 200);
}

/** A `ResourceSpans` or `ResourceLogs`: its resource, the start of its scopes, and its end. */
type ResourceFrame = { attributes: Attributes; scopes: number[]; end: number };

/**
 * Read before the scopes, although it may follow them: callers go back to the scopes and leave at
 * `end`.
 */
export function readResourceFrame(reader: WireReader): ResourceFrame {
  const end = reader.enter();
  const scopes: number[] = [];
  let attributes: Attributes = {};
  while (reader.position < end) {
    const start = reader.position;
    const tag = reader.tag();
    if (tag === 18) scopes.push(start);
    if (tag === 10) attributes = readResource(reader, attributes);
    else reader.skip(tag);
  }
  return { attributes, scopes, end };
}
