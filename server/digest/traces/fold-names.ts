import { joinNames, overflowName } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type { DigestSession } from "#server/digest/sessions/absorb-sessions.ts";
import { sessionGroup } from "#server/digest/names/ask-for-names.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import { Folding } from "./folding.ts";

/** Folds the names of events, sessions, web vitals, and client reports. */
export class NameFolding extends Folding {
  /** The release stays: only the list of releases uses it (`lists`). */
  readonly event = (event: DigestEvent): DigestEvent => {
    const { projectId, environment, release, tags } = event;
    if (!this.refusesAny(projectId)) return event;
    const over = this.over(projectId, { environments: environment, releases: release });
    const keys = this.names.of(projectId, "tagKeys");
    const kept = keys.refused.size > 0 ? tags.filter(([key]) => keys.has(key)) : tags;
    if (kept.length < tags.length) over.push("tagKeys");
    this.count(over, { ...event, category: "error" });
    if (over.length === 0) return event;
    return {
      ...event,
      tags: kept,
      ...(over.includes("environments") && { environment: overflowName }),
    };
  };

  readonly session = (session: DigestSession): DigestSession => {
    const { projectId, report } = session;
    const over = this.over(projectId, { releases: report.release });
    const isPlaced = this.names.has(
      projectId,
      "sessionGroups",
      sessionGroup(this.names, projectId, report),
    );
    if (!isPlaced) over.push("sessionGroups");
    this.count(over, { ...session, category: "session" });
    if (over.length === 0) return session;
    const place = {
      release: overflowName,
      environment: isPlaced ? report.environment : overflowName,
    };
    return { ...session, report: { ...report, ...place } };
  };

  readonly vital = (vital: VitalChange): VitalChange => {
    const { projectId, environment, release } = vital;
    const over = this.over(projectId, {
      services: vital.service,
      environments: environment,
      releases: release,
    });
    const page = joinNames(vital.service, vital.route);
    if (!over.includes("services") && !this.names.has(projectId, "pages", page)) over.push("pages");
    this.count(over, { projectId, receivedAt: vital.at, category: "vital" });
    if (over.length === 0) return vital;
    const isKnownPage = !over.includes("services") && !over.includes("pages");
    return {
      ...vital,
      route: isKnownPage || vital.route === "" ? vital.route : overflowName,
      ...(over.includes("services") && { service: overflowName }),
      ...(over.includes("environments") && { environment: overflowName }),
      ...(over.includes("releases") && { release: overflowName }),
    };
  };

  /** Reasons of client reports come from senders, and outcomes have a row per reason and hour. */
  readonly loss = (entry: OutcomeEntry): OutcomeEntry => {
    const { projectId, outcome, category, reason, hour } = entry;
    if (
      outcome !== "lost-at-client" ||
      this.names.has(projectId, "lossReasons", joinNames(category, reason))
    )
      return entry;
    this.count(["lossReasons"], { projectId, receivedAt: hour, category: "client_report" });
    return { ...entry, category: "other", reason: "other" };
  };

  /** Whether a release is listed. */
  readonly lists = ({ projectId, version }: { projectId: ProjectId; version: string }): boolean =>
    version !== overflowName && this.names.has(projectId, "releases", version);
}
