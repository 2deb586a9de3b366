import type { Project } from "#server/domain/project/project.ts";
import type { InboundFilters } from "./inbound-filters.ts";
import { type Masking, maskingOf } from "./masked-attributes.ts";
import { scrubRulesOf } from "./scrub-rules.ts";
import type { ScanMemory } from "./otlp/scan/vocabulary.ts";
import type { KnownStacks } from "./sentry/known-stacks.ts";
import type { FailedLoads } from "./sentry/spans/failed-navigations.ts";

/** Limits of ingestion, in bytes unless the name says otherwise. */
export type Limits = {
  /** A request as received. */
  compressed: number;
  /** A decompressed request: refused during decompression. */
  decompressed: number;
  /** One event item. */
  event: number;
  /** All attachments of one envelope together. */
  attachments: number;
  /** Items of one envelope; more are counted, not read. */
  itemCount: number;
  /** A decompressed OTLP request. */
  otlp: number;
  /** One item of spans in an envelope: a transaction or a container. */
  spanItem: number;
  /**
   * Spans of one request, and so of one trace in it; more are counted and reported to the sender.
   */
  requestSpans: number;
  /** Exceptions of one OTLP request that become events. */
  requestExceptions: number;
  /** Span attributes that the sender's project scrubs; absent if unknown. */
  masking?: (attribute: string) => Masking;
  /** Not a limit, but passed along: known stacks. Without it, each event is parsed fully. */
  stacks?: KnownStacks;
  /** The same for spans: known names, attributes, and resources. */
  scanned?: ScanMemory;
  /** The same for projects' compiled inbound filters. */
  filters?: InboundFilters;
  /** Navigations whose loads failed in an earlier request. */
  failedLoads?: FailedLoads;
  /**
   * Called with the memory of a decompressed body, so that it can be returned when no longer
   * needed.
   */
  onDecompressed?: (memory: ArrayBufferLike) => void;
};

const mebibyte = 1024 * 1024;

export const defaultLimits: Limits = {
  compressed: 20 * mebibyte,
  decompressed: 100 * mebibyte,
  event: mebibyte,
  attachments: 100 * mebibyte,
  itemCount: 1_000,
  otlp: 16 * mebibyte,
  spanItem: 10 * mebibyte,
  requestSpans: 100_000,
  requestExceptions: 1_000,
};

/** `1 MiB`, `300 bytes`: for responses. */
export function printBytes(bytes: number): string {
  return bytes >= mebibyte ? `${Math.round((bytes / mebibyte) * 10) / 10} MiB` : `${bytes} bytes`;
}

/** The limits, and the project's scrubbing. */
export function limitsFor({ settings }: Pick<Project, "settings">, limits: Limits): Limits {
  const { scrubbing } = settings;
  return {
    ...limits,
    masking: limits.scanned?.maskingFor(scrubbing) ?? maskingOf(scrubRulesOf(scrubbing)),
  };
}
