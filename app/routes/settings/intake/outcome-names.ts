import type { Outcome } from "#server/domain/ledger.ts";

/** The columns of the ledger, and what each means. */
export const outcomeNames: { readonly [outcome in Outcome]: { name: string; means: string } } = {
  kept: { name: "Kept", means: "on the pages" },
  thinned: { name: "Thinned", means: "kept at first, removed later by sampling; counted as kept" },
  "over-limit": {
    name: "Over a limit",
    means: "kept; a name in it is filed under “(other)” or not listed; counted as kept",
  },
  duplicate: { name: "Duplicate", means: "came before" },
  limited: { name: "Limited", means: "over a key's rate, the day's quota or a size" },
  filtered: { name: "Filtered", means: "not wanted: revoked key, foreign origin, paused project, inbound filter" },
  invalid: { name: "Invalid", means: "could not be read" },
  unsupported: { name: "Unsupported", means: "a kind that Spoor does not keep; the sender was told to stop" },
  counted: { name: "Counted", means: "a kind that is counted and not kept" },
  "lost-at-client": { name: "Lost at the client", means: "never came: the SDK says that it threw it away" },
};
