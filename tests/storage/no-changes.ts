import type { DigestChanges } from "#server/storage/digest-store.ts";

/** A batch that changes nothing: tests and benches lay over it what they are about. */
export const noChanges: Omit<DigestChanges, "cursor"> = {
  ...{ events: [], issues: [], activities: [], hours: [], tags: [], releases: [], sessions: [], fingerprints: [] },
  ...{ traces: [], edges: [], rollups: [], vitals: [], feedback: [], attachments: [], ledger: [] },
};
