import type { DigestChanges } from "#server/storage/digest/digest-store.ts";

let offset = 0;

/** A batch that changes nothing and follows no other; tests and benches override its fields. */
export const noChanges: DigestChanges = {
  events: [],
  issues: [],
  activities: [],
  hours: [],
  late: [],
  tags: [],
  releases: [],
  sessions: [],
  heard: [],
  fingerprints: [],
  traces: [],
  edges: [],
  rollups: [],
  vitals: [],
  feedback: [],
  attachments: [],
  outcomes: [],
  get cursor() {
    return { segment: 1, offset: ++offset };
  },
};
