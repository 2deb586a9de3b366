import type { IgnoreUntil } from "#server/domain/issue/state.ts";

type IgnoreChoice = { text: string; until: (nowMs: number) => IgnoreUntil };

const hourMs = 3_600_000;
const time = (text: string, hours: number): IgnoreChoice => ({
  text,
  until: (nowMs) => ({ kind: "time", at: nowMs + hours * hourMs }),
});

/**
 * Choices for ignoring many issues at once: a list, because Enter in a field would activate the
 * first button.
 */
export const ignoreChoices = {
  escalates: { text: "escalating", until: () => ({ kind: "escalates" }) },
  "1d": time("tomorrow", 24),
  "7d": time("in a week", 7 * 24),
  "30d": time("in 30 days", 30 * 24),
  "10-events": { text: "10 more events each", until: () => ({ kind: "count", count: 10 }) },
  "100-events": { text: "100 more events each", until: () => ({ kind: "count", count: 100 }) },
  "1000-events": { text: "1,000 more events each", until: () => ({ kind: "count", count: 1000 }) },
  "10-users": { text: "10 more users each", until: () => ({ kind: "users", users: 10 }) },
  "100-users": { text: "100 more users each", until: () => ({ kind: "users", users: 100 }) },
} as const satisfies { [choice: string]: IgnoreChoice };
