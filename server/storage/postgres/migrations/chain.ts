import { alerts0001 } from "./0001-alerts.ts";
import { artifacts0001 } from "./0001-artifacts.ts";
import { events0001 } from "./0001-events.ts";
import { issues0001 } from "./0001-issues.ts";
import { people0001 } from "./0001-people.ts";
import { projects0001 } from "./0001-projects.ts";
import { releases0001 } from "./0001-releases.ts";
import { rollups0001 } from "./0001-rollups.ts";
import { traces0001 } from "./0001-traces.ts";
import { triage0001 } from "./0001-triage.ts";
import { work0001 } from "./0001-work.ts";
import { names0002 } from "./0002-names.ts";
import { eventSpans0004 } from "./0004-event-spans.ts";
import { replayed0003 } from "./0003-replayed.ts";
import { methods0005 } from "./0005-methods.ts";
import { cluster0006 } from "./0006-cluster.ts";
import { checkInNotes0007 } from "./0007-check-in-notes.ts";
import { eventTimes0008 } from "./0008-event-times.ts";
import { projectCursors0009 } from "./0009-project-cursors.ts";
import { lateArrivals0010 } from "./0010-late-arrivals.ts";
import { weeklyDigests0011 } from "./0011-weekly-digests.ts";

/** The versions of the schema: each is the statements that lead to it from the one before. A released one is never changed. */
export const chain: readonly string[] = [
  [
    projects0001,
    people0001,
    issues0001,
    triage0001,
    releases0001,
    alerts0001,
    rollups0001,
    artifacts0001,
    events0001,
    traces0001,
    work0001,
  ].join("\n"),
  names0002,
  replayed0003,
  eventSpans0004,
  methods0005,
  cluster0006,
  checkInNotes0007,
  eventTimes0008,
  projectCursors0009,
  lateArrivals0010,
  weeklyDigests0011,
];
