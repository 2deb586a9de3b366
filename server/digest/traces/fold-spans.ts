import { type Dimension, joinNames, overflowName } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { operationKey } from "#server/domain/rollup/operation.ts";
import type { CountedName } from "#server/domain/trace/terms/trace-part.ts";
import type { EdgeChange, TraceChange } from "#server/storage/traces/trace-store.ts";
import { Folding } from "./folding.ts";

/** The names under which spans count, and the limits that changed them. */
type FoldedName = { name: CountedName; over: Dimension[] };

/** Folds the names in spans: routes, services, and calls between them. */
export class SpanFolding extends Folding {
  counted(projectId: ProjectId, name: CountedName): FoldedName {
    const { service, environment, release } = name;
    const over = this.over(projectId, {
      services: service,
      environments: environment,
      releases: release,
    });
    const isUnlisted =
      over.includes("services") || !this.names.has(projectId, "routes", operationKey(name));
    if (isUnlisted && !over.includes("services")) over.push("routes");
    if (over.length === 0) return { name, over };
    const folded = {
      ...name,
      ...(isUnlisted && { route: overflowName, method: undefined }),
      ...(over.includes("services") && { service: overflowName }),
      ...(over.includes("environments") && { environment: overflowName }),
      ...(over.includes("releases") && { release: overflowName }),
    };
    return { name: folded, over };
  }

  readonly trace = (trace: TraceChange): TraceChange => {
    const { projectId, summary } = trace;
    const { services, environment } = summary;
    if (!this.refusesAny(projectId)) return trace;
    const listed = services.map((name) => this.names.nameOf(projectId, "services", name));
    const place =
      environment === undefined
        ? {}
        : { environment: this.names.nameOf(projectId, "environments", environment) };
    return {
      ...trace,
      summary: { ...summary, services: [...new Set(listed)].toSorted(), ...place },
    };
  };

  readonly edge = (edge: EdgeChange): EdgeChange => {
    const { projectId } = edge;
    const [from, to] = [edge.from, edge.to].map((name) =>
      this.names.nameOf(projectId, "services", name),
    ) as [string, string];
    const isListed = this.names.has(projectId, "serviceCalls", joinNames(from, to));
    if (!isListed)
      this.count(
        ["serviceCalls"],
        { ...edge, receivedAt: edge.hour, category: "span" },
        edge.count,
      );
    if (isListed && from === edge.from && to === edge.to) return edge;
    return { ...edge, ...(isListed ? { from, to } : { from: overflowName, to: overflowName }) };
  };

  /** Names for the service map, requested after callers are known. */
  askForCalls(edges: readonly EdgeChange[]): void {
    for (const { projectId, from, to, hour } of edges) {
      const pair = [from, to].map((name) => this.names.nameOf(projectId, "services", name));
      this.names.ask(projectId, "serviceCalls", joinNames(...pair), hour);
    }
  }
}
