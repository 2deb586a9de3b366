import type { Mechanism } from "#server/domain/event/error-event.ts";

/** How an exception was captured: `unhandled, onerror`. */
export function mechanismSentence(mechanism: Mechanism | undefined): string {
  if (!mechanism) return "";
  const { handled, type, source, synthetic, isExceptionGroup } = mechanism;
  // SDKs send "generic" and "chained" without further information.
  const telling = type !== "generic" && type !== "chained" ? type : undefined;
  const words = [
    handled === false && "unhandled",
    handled === true && "handled",
    telling,
    source && `from ${source}`,
    isExceptionGroup && "a group",
    synthetic && "synthetic, created by the SDK for the stack",
  ];
  return words.filter(Boolean).join(", ");
}
