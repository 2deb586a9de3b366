import type { Project } from "#server/domain/project/project.ts";
import type { InboundFilters } from "./inbound-filters.ts";
import { type Masking, maskingOf } from "./masked-attributes.ts";
import { scrubRulesOf } from "./scrub-rules.ts";
import type { ScanMemory } from "./otlp/scan/vocabulary.ts";
import type { KnownStacks } from "./sentry/known-stacks.ts";
import type { FailedLoads } from "./sentry/spans/failed-navigations.ts";

/** The limits of ingestion, in bytes unless the name says otherwise (SPEC section 9). */
export type Limits = {
  /** A request as it arrives. */
  compressed: number;
  /** The same once decompressed: refused while decompressing, not after. */
  decompressed: number;
  /** One event item. */
  event: number;
  /** All attachments of one envelope together. */
  attachments: number;
  /** Items of one envelope; those beyond are counted, not read. */
  itemCount: number;
  /** An OTLP request once decompressed. */
  otlp: number;
  /** One item of spans in an envelope: a transaction or a container. */
  spanItem: number;
  /**
   * Spans of one request, and so of one trace in it; those beyond are counted and the sender is
   * told.
   */
  requestSpans: number;
  /** Exceptions of one OTLP request that become events. */
  requestExceptions: number;
  /**
   * Attributes of spans that the sender's project does not want on disk; absent where none are
   * known.
   */
  masking?: (attribute: string) => Masking;
  /**
   * No limit, but what goes the same way: stacks that came before. Where it is absent each event is
   * parsed whole.
   */
  stacks?: KnownStacks;
  /** The same for spans: names, attributes and resources that came before. */
  scanned?: ScanMemory;
  /** The same for projects' inbound filters, made ready. */
  filters?: InboundFilters;
  /** Of navigations whose loads failed in an earlier request. */
  failedLoads?: FailedLoads;
  /**
   * Told what a body is in once it is decompressed: who knows when nothing is needed of it any more
   * can give that back.
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

/** `1 MiB`, `300 bytes`: how limits are named in answers. */
export function printBytes(bytes: number): string {
  return bytes >= mebibyte ? `${Math.round((bytes / mebibyte) * 10) / 10} MiB` : `${bytes} bytes`;
}

/** The limits, and what this project does not want to be stored. */
export function limitsFor({ settings }: Pick<Project, "settings">, limits: Limits): Limits {
  const { scrubbing } = settings;
  return {
    ...limits,
    masking: limits.scanned?.maskingFor(scrubbing) ?? maskingOf(scrubRulesOf(scrubbing)),
  };
}
