import { type Dimension, joinNames, type LimitName, overflowName } from "#server/domain/cardinality/limits.ts";
import { overLimitReason } from "#server/domain/cardinality/over-limit.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { hourOf, type LedgerEntry } from "#server/domain/ledger.ts";
import type { CountedName } from "#server/domain/trace/trace-part.ts";
import type { VitalChange } from "#server/storage/rollup-store.ts";
import type { EdgeChange, TraceChange } from "#server/storage/trace-store.ts";
import type { DigestSession } from "./absorb-sessions.ts";
import { sessionGroup } from "./ask-for-names.ts";
import type { DigestEvent } from "./digest-event.ts";
import type { BatchNames } from "./batch-names.ts";

/** A name of what spans count as, and the limits that made it another than it was. */
export type FoldedName = { name: CountedName; over: Dimension[] };

/**
 * Files what a batch says under the names that have room, so that sums stay exact; counts what did not find its own. Bodies are not
 * touched: an event's own page shows its names as they came.
 */
export class NameFolding {
  readonly ledger: LedgerEntry[] = [];
  readonly #names: BatchNames;
  readonly #refusing = new Map<ProjectId, boolean>();

  constructor(names: BatchNames) {
    this.#names = names;
  }

  /** Asked once all names are settled, for each event and trace of a batch. */
  #refusesAny(projectId: ProjectId): boolean {
    const known = this.#refusing.get(projectId) ?? this.#names.refusesAny(projectId);
    this.#refusing.set(projectId, known);
    return known;
  }

  /** Its release stays as it is: nothing but the list of releases is made of it (`lists`). */
  readonly event = (event: DigestEvent): DigestEvent => {
    const { projectId, environment, release, tags } = event;
    if (!this.#refusesAny(projectId)) return event;
    const over = this.#over(projectId, { environments: environment, releases: release });
    const keys = this.#names.of(projectId, "tagKeys");
    const kept = keys.refused.size > 0 ? tags.filter(([key]) => keys.has(key)) : tags;
    if (kept.length < tags.length) over.push("tagKeys");
    this.count(over, { ...event, category: "error" });
    if (over.length === 0) return event;
    return { ...event, tags: kept, ...(over.includes("environments") && { environment: overflowName }) };
  };

  readonly session = (session: DigestSession): DigestSession => {
    const { projectId, report } = session;
    const over = this.#over(projectId, { releases: report.release });
    const isPlaced = this.#names.has(projectId, "sessionGroups", sessionGroup(this.#names, projectId, report));
    if (!isPlaced) over.push("sessionGroups");
    this.count(over, { ...session, category: "session" });
    if (over.length === 0) return session;
    const place = { release: overflowName, environment: isPlaced ? report.environment : overflowName };
    return { ...session, report: { ...report, ...place } };
  };

  readonly vital = (vital: VitalChange): VitalChange => {
    const { projectId, environment, release } = vital;
    const over = this.#over(projectId, { services: vital.service, environments: environment, releases: release });
    const page = joinNames(vital.service, vital.route);
    if (!over.includes("services") && !this.#names.has(projectId, "pages", page)) over.push("pages");
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

  counted(projectId: ProjectId, name: CountedName): FoldedName {
    const { service, kind, route, environment, release } = name;
    const over = this.#over(projectId, { services: service, environments: environment, releases: release });
    const isUnlisted =
      over.includes("services") || !this.#names.has(projectId, "routes", joinNames(service, kind, route));
    if (isUnlisted && !over.includes("services")) over.push("routes");
    if (over.length === 0) return { name, over };
    const folded = {
      ...name,
      route: isUnlisted ? overflowName : route,
      ...(over.includes("services") && { service: overflowName }),
      ...(over.includes("environments") && { environment: overflowName }),
      ...(over.includes("releases") && { release: overflowName }),
    };
    return { name: folded, over };
  }

  readonly trace = (trace: TraceChange): TraceChange => {
    const { projectId, summary } = trace;
    const { services, environment } = summary;
    if (!this.#refusesAny(projectId)) return trace;
    const listed = services.map((name) => this.#names.nameOf(projectId, "services", name));
    const place =
      environment === undefined ? {} : { environment: this.#nameOf(projectId, "environments", environment) };
    return { ...trace, summary: { ...summary, services: [...new Set(listed)].toSorted(), ...place } };
  };

  readonly edge = (edge: EdgeChange): EdgeChange => {
    const { projectId } = edge;
    const [from, to] = [edge.from, edge.to].map((name) => this.#nameOf(projectId, "services", name)) as [
      string,
      string,
    ];
    const isListed = this.#names.has(projectId, "serviceCalls", joinNames(from, to));
    if (!isListed) this.count(["serviceCalls"], { ...edge, receivedAt: edge.hour, category: "span" }, edge.count);
    if (isListed && from === edge.from && to === edge.to) return edge;
    return { ...edge, ...(isListed ? { from, to } : { from: overflowName, to: overflowName }) };
  };

  /** Reasons of client reports are the sender's words: the ledger has a row for each of them and hour. */
  readonly loss = (entry: LedgerEntry): LedgerEntry => {
    const { projectId, outcome, category, reason, hour } = entry;
    if (outcome !== "lost-at-client" || this.#names.has(projectId, "lossReasons", joinNames(category, reason)))
      return entry;
    this.count(["lossReasons"], { projectId, receivedAt: hour, category: "client_report" });
    return { ...entry, category: "other", reason: "other" };
  };

  /** Whether a release is listed. */
  lists = ({ projectId, version }: { projectId: ProjectId; version: string }): boolean =>
    version !== overflowName && this.#names.has(projectId, "releases", version);

  /** Names for the map of calls: asked for once it is known who called whom. */
  askForCalls(edges: readonly EdgeChange[]): void {
    for (const { projectId, from, to, hour } of edges) {
      const pair = [from, to].map((name) => this.#nameOf(projectId, "services", name));
      this.#names.ask(projectId, "serviceCalls", joinNames(...pair), hour);
    }
  }

  count(over: LimitName[], of: { projectId: ProjectId; receivedAt: number; category: string }, quantity = 1): void {
    const { projectId, receivedAt, category } = of;
    for (const dimension of over)
      this.ledger.push({
        ...{ projectId, hour: hourOf(receivedAt), outcome: "over-limit", category, quantity },
        reason: overLimitReason(dimension),
      });
  }

  #nameOf(projectId: ProjectId, dimension: Dimension, name: string): string {
    return this.#names.nameOf(projectId, dimension, name);
  }

  #over(projectId: ProjectId, used: { [dimension in Dimension]?: string | undefined }): Dimension[] {
    return (Object.keys(used) as Dimension[]).filter((dimension) => {
      const name = used[dimension];
      return name !== undefined && !this.#names.has(projectId, dimension, name);
    });
  }
}
