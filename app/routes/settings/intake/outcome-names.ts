import type { Outcome } from "#server/domain/outcomes.ts";

/** The columns of outcomes, with explanations. */
export const outcomeNames: { readonly [outcome in Outcome]: { name: string; means: string } } = {
  kept: { name: "Accepted", means: "stored" },
  thinned: {
    name: "Sampled out",
    means: "stored at first, removed later by sampling or downsampling; also counted as accepted",
  },
  "over-limit": {
    name: "Over a name limit",
    means: "stored, with a name grouped under “(other)” or not indexed; also counted as accepted",
  },
  duplicate: { name: "Duplicate", means: "received before" },
  limited: {
    name: "Rate limited",
    means: "over a key's rate limit, a daily quota, or a size limit",
  },
  filtered: {
    name: "Filtered",
    means: "revoked key, origin not allowed, paused project, or inbound filter",
  },
  invalid: { name: "Invalid", means: "malformed" },
  unsupported: { name: "Unsupported", means: "a data type that Spoor does not store" },
  counted: { name: "Counted only", means: "a data type that is counted but not stored" },
  "lost-at-client": { name: "Dropped by SDK", means: "reported by the client, never received" },
};
