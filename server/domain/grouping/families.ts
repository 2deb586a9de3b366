import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { type Family, type FamilyName, familyOf } from "#server/domain/event/family.ts";
import { titleException } from "#server/domain/event/title-exception.ts";
import type { Components } from "./components.ts";
import type { GroupingPart } from "./grouping.ts";

/**
 * Hash input and reason by family: not the displayed text, whose improvement would split issues.
 */
const kinds: { [Name in FamilyName]: { key: string; sentence: string } } = {
  "stale-chunk": {
    key: "chunk load failure",
    sentence: "a chunk of the application failed to load",
  },
  hydration: {
    key: "hydration mismatch",
    sentence: "the same page failed to hydrate",
  },
  extension: {
    key: "browser extension",
    sentence: "all of its code comes from browser extensions",
  },
  aborted: { key: "aborted request", sentence: "the browser canceled a request" },
  network: { key: "lost connection", sentence: "a request got no response" },
  "route-response": { key: "route response", sentence: "a route threw a response of this status" },
};

/**
 * One issue per family, regardless of file, stack, and wording; one per page for families about
 * pages, and one per host if known.
 */
export function byFamily(event: ErrorEvent): Components | undefined {
  const family = familyOf(event);
  if (!family) return undefined;
  const { key, sentence } = kinds[family.name];
  const parts = [counting("family", key), ...placeParts(family), ...messageParts(event)];
  return {
    basis: "family",
    family: family.name,
    sentence: `the same failure family: ${sentence}`,
    parts,
  };
}

function placeParts({ place, host, status }: Family): GroupingPart[] {
  if (status !== undefined)
    return [
      counting("status", String(status)),
      ...(place === undefined ? [] : [counting("page", place)]),
    ];
  if (place !== undefined) return [counting("page", place)];
  return host === undefined ? [] : [counting("host", host)];
}

function messageParts({ exceptions, message }: ErrorEvent): GroupingPart[] {
  const exception = titleException(exceptions);
  const words = [exception?.type, exception ? exception.value : message].filter(Boolean).join(": ");
  const remark = "wording differs by browser and version";
  return words === ""
    ? []
    : [{ label: "message", value: words.slice(0, 500), counts: false, remark }];
}

const counting = (label: string, value: string): GroupingPart => ({ label, value, counts: true });
