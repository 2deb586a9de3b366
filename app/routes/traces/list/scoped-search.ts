import type { AskedInProject } from "#app/guard.ts";
import { scopeOf, startOf } from "#app/ui/format/scope.ts";
import { type TraceQuery, unlistedFor } from "#server/domain/search/traces/trace-query.ts";

/** A search within the environment, time range, and service that the page's menus name. */
export function scopedSearch(
  { services, project }: Pick<AskedInProject, "services" | "project">,
  query: TraceQuery,
  params: URLSearchParams,
) {
  const service = params.get("service");
  const ofService = service ? [{ key: "service", value: service, negated: false }] : [];
  const scope = scopeOf(params);
  return {
    projectId: project.id,
    query: { ...query, terms: [...query.terms, ...ofService] },
    environment: scope.environment,
    since: startOf(scope, services.now()),
    // Data forms list everything, because scripts expect what they sent.
    ...unlistedFor(query),
  };
}
