import { hash as digestOf } from "node:crypto";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { FingerprintHash } from "#server/domain/ids.ts";
import { componentsOf, type Components } from "./components.ts";
import { algorithm, type Grouping, type GroupingPart } from "./grouping.ts";
import { type PlatformRules, rulesOf } from "./platform-rules.ts";

/**
 * The issue of an event, and why: algorithm v1. The hash consists of exactly the
 * parts shown as used, so the explanation is always correct. 8 µs for a stack of 24 frames, so the
 * explanation costs nothing worth omitting.
 */
export function group(event: ErrorEvent, rules = rulesOf(event.platform)): Grouping {
  const components = by(event, rules);
  const hash = hashOf(components.parts);
  const formerly = rules.formerly
    ?.map((former) => hashOf(by(event, former).parts))
    .filter((each) => each !== hash);
  return { algorithm, hash, ...components, ...(formerly?.length && { formerly }) };
}

const by = (event: ErrorEvent, rules: PlatformRules): Components =>
  byRule(event, rules) ??
  (event.fingerprint ? byClient(event.fingerprint, event, rules) : componentsOf(event, rules));

/**
 * A project's rule takes precedence. Its parts count like those from code, because both may ask for
 * the same group.
 */
function byRule(event: ErrorEvent, rules: PlatformRules): Components | undefined {
  const ruled = event.ruled?.fingerprint;
  if (!ruled) return undefined;
  const { parts, sentence, ...asked } = byClient(ruled.parts, event, rules);
  return {
    ...asked,
    basis: "rule",
    rule: ruled.rule,
    sentence: sentence
      .replace("set in code", "set by a rule")
      .replace("set in your code", "set by a rule of this project"),
    parts: parts.map((part) =>
      part.remark === byCode ? { ...part, remark: "a rule sets the fingerprint" } : part,
    ),
  };
}

const byCode = "your code sets the fingerprint";

/** As set in code. `{{ default }}` is the default grouping. */
function byClient(fingerprint: string[], event: ErrorEvent, rules: PlatformRules): Components {
  const extras = fingerprint.filter((part) => !isDefault(part));
  const own = componentsOf(event, rules);
  if (extras.length === 0) return own;
  const asked = extras.map((value): GroupingPart => ({
    label: "fingerprint",
    value,
    counts: true,
  }));
  if (extras.length < fingerprint.length) {
    return {
      ...own,
      basis: "client-fingerprint",
      sentence: `${own.sentence}, and the same extra fingerprint set in code`,
      parts: [...asked, ...own.parts],
    };
  }
  const rest = own.parts.map((part) => ({ ...part, counts: false, remark: byCode }));
  const sentence = "the same fingerprint, set in your code";
  return { ...own, basis: "client-fingerprint", sentence, parts: [...asked, ...rest] };
}

const isDefault = (part: string) => /^\{\{\s*default\s*\}\}$/.test(part);

/** The first 32 hexadecimal digits of SHA-256 over the algorithm's name and the used parts. */
function hashOf(parts: GroupingPart[]): FingerprintHash {
  let text: string = algorithm;
  for (const part of parts) if (part.counts) text += `\u0000${part.label}\u0001${part.value}`;
  return digestOf("sha256", text, "hex").slice(0, 32) as FingerprintHash;
}
