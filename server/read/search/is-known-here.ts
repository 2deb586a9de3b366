import type { RecordHead } from "#server/digest/spool/record.ts";
import { credentialsOfOtlp } from "#server/ingest/otlp/credentials.ts";
import { matchOtlpEndpoint } from "#server/ingest/otlp/endpoint.ts";
import { credentialsOf } from "#server/ingest/sentry/credentials.ts";
import type { ProjectStore } from "#server/storage/projects/project-store.ts";

/**
 * Whether a spooled request belongs to this instance: its project exists, and its client key,
 * revoked or not, belongs to that project. A spool of another instance has project numbers that
 * refer to others here. A key inside the body alone isn't checked.
 */
export async function isKnownHere(
  { projectId, url, headers }: RecordHead,
  projects: Pick<ProjectStore, "byId" | "keys">,
): Promise<boolean> {
  if (!(await projects.byId(projectId))) return false;
  // A damaged header proves nothing. Its reader will fail and quarantine it.
  if (typeof url !== "string" || typeof headers !== "object") return true;
  const mark = url.indexOf("?");
  const [pathname, search] = mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
  const query = new URLSearchParams(search);
  const named = matchOtlpEndpoint(pathname)
    ? credentialsOfOtlp(headers, query)
    : credentialsOf(headers, query);
  if (named.length === 0) return true;
  const own = new Set((await projects.keys(projectId)).map(({ publicKey }) => publicKey));
  return named.some(({ publicKey }) => own.has(publicKey));
}
