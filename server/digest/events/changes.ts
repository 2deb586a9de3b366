import type { IssueId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { hourOf } from "#server/domain/time.ts";
import type {
  DigestChanges,
  IssueChange,
  LateArrival,
  NewEvent,
} from "#server/storage/digest/digest-store.ts";
import type { DigestEvent } from "./digest-event.ts";
import { SeenReleases } from "#server/digest/sessions/seen-releases.ts";

type HourChange = DigestChanges["hours"][number];
type TagChange = DigestChanges["tags"][number];
/** `newest`: the issue's newest event, if it is in this batch. */
type CountedIssue = {
  issue: Issue;
  countBy: number;
  newest?: Pick<DigestEvent, "eventId" | "searched">;
};
type Counted = { isKept: boolean; isNewest: boolean };

/** Sums of one batch: one row per issue, hour, or tag value, regardless of the number of events. */
export class Changes {
  /** New users of each issue in this batch. */
  private readonly newUsers: Map<IssueId, number>;
  private readonly events: NewEvent[] = [];
  private readonly activities: DigestChanges["activities"] = [];
  private readonly issues = new Map<IssueId, CountedIssue>();
  private readonly hours = new Map<string, HourChange>();
  private readonly late: LateArrival[] = [];
  private readonly tags: TagChange[] = [];
  /**
   * Keyed by key, then value: concatenating both for each tag of each event costs twice as much.
   */
  private readonly tagsOf = new Map<IssueId, Map<string, Map<string, TagChange>>>();
  private readonly releases = new SeenReleases();

  constructor(newUsers: Map<IssueId, number>) {
    this.newUsers = newUsers;
  }

  addActivity({ projectId }: Issue, activity: Activity): void {
    this.activities.push({ ...activity, projectId });
  }

  /** Counts the event, and stores it if sampling keeps it. */
  addEvent(issue: Issue, event: NewEvent, of: DigestEvent, { isKept, isNewest }: Counted): void {
    if (isKept) this.events.push(event);
    if (isKept && of.receivedAt - event.at >= lateFromMs) this.late.push(lateArrival(event, of));
    const row = this.issues.get(issue.id) ?? { issue, countBy: 0 };
    row.countBy += 1;
    if (isNewest) row.newest = of;
    this.issues.set(issue.id, row);
    this.addHour(event);
    this.addTags(event);
    if (event.release !== undefined)
      this.releases.see(event.projectId, event.release, {
        at: event.at,
        receivedAt: of.receivedAt,
      });
  }

  collect(): Omit<
    DigestChanges,
    | "fingerprints"
    | "sessions"
    | "heard"
    | "feedback"
    | "attachments"
    | "traces"
    | "edges"
    | "rollups"
    | "vitals"
    | "outcomes"
    | "cursor"
  > {
    return {
      events: this.events,
      issues: [...this.issues.values()].map((row) =>
        issueChange(row, this.newUsers.get(row.issue.id) ?? 0),
      ),
      activities: this.activities,
      hours: [...this.hours.values()],
      late: this.late,
      tags: this.tags,
      releases: this.releases.all(),
    };
  }

  private addHour({ projectId, issueId, environment = "", at }: NewEvent): void {
    const hour = hourOf(at);
    const key = `${issueId}:${hour}:${environment}`;
    const row = this.hours.get(key);
    if (row) row.count += 1;
    else this.hours.set(key, { projectId, issueId, environment, hour, count: 1 });
  }

  private addTags({ projectId, issueId, at, tags }: NewEvent): void {
    const ofIssue = madeIn(this.tagsOf, issueId);
    for (const [key, value] of tags) {
      const ofKey = madeIn(ofIssue, key);
      const row = ofKey.get(value);
      if (row) {
        row.count += 1;
        row.lastSeen = Math.max(row.lastSeen, at);
      } else {
        const added = { projectId, issueId, key, value, count: 1, lastSeen: at };
        this.tags.push(added);
        ofKey.set(value, added);
      }
    }
  }
}

/**
 * The shortest window of an alert rule (`domain/alert/windows.ts`). Windows by either time include
 * events that are less late.
 */
const lateFromMs = 5 * 60_000;

function lateArrival(
  { projectId, issueId, environment = "", at, user }: NewEvent,
  of: DigestEvent,
): LateArrival {
  return {
    projectId,
    issueId,
    environment,
    receivedAt: of.receivedAt,
    at,
    ...(user !== undefined && { user }),
  };
}

function issueChange({ issue, countBy, newest }: CountedIssue, usersBy: number): IssueChange {
  const { id, projectId, type, value, culprit, level, state, firstSeen, lastSeen, unhandled } =
    issue;
  const { firstRelease, lastRelease } = issue;
  const searched = newest?.searched;
  return {
    id,
    projectId,
    type,
    value,
    culprit,
    level,
    state,
    firstSeen,
    lastSeen,
    unhandled,
    countBy,
    usersBy,
    ...(newest && { newestEventId: newest.eventId }),
    ...(firstRelease === undefined ? {} : { firstRelease }),
    ...(lastRelease === undefined ? {} : { lastRelease }),
    ...(searched === undefined ? {} : { searched }),
  };
}

/** Returns the map at a key, creating it if missing. */
function madeIn<Key, Inner, Value>(maps: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  const known = maps.get(key);
  if (known) return known;
  const made = new Map<Inner, Value>();
  maps.set(key, made);
  return made;
}
