import { type AuditEntry, type AuditKind, auditKinds } from "#server/domain/people/audit.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { readTime } from "#server/domain/search/time-range.ts";
import type { Services } from "#server/services.ts";

/** Filters in an audit page's URL, as the form shows them. */
export type AuditAsked = { person: string; kind: string; from: string; to: string };

/** An entry as shown on pages. */
export type AuditRow = Omit<AuditEntry, "projectId"> & { project?: { slug: string; name: string } };

const pageSize = 50;
const dayMs = 86_400_000;

function auditAsked(params: URLSearchParams): AuditAsked {
  const [person, kind, from, to] = ["person", "kind", "from", "to"].map(
    (name) => params.get(name)?.trim() ?? "",
  );
  return { person: person!, kind: kind!, from: from!, to: to! };
}

/** A page of the log, newest first: all of it, or that of one project. Days are whole UTC days. */
export async function listAudit(
  { store, now }: Services,
  params: URLSearchParams,
  projectId?: ProjectId,
) {
  const asked = auditAsked(params);
  const [since, lastDay] = [dayOf(asked.from), dayOf(asked.to)];
  const { rows, next } = await store.audit.list({
    ...(projectId !== undefined && { projectId }),
    ...(asked.person && { person: asked.person }),
    ...(isKind(asked.kind) && { kind: asked.kind }),
    ...(since !== undefined && { since }),
    ...(lastDay !== undefined && { until: lastDay + dayMs - 1 }),
    cursor: params.get("cursor") ?? undefined,
    limit: pageSize,
  });
  const projects = new Map(
    (await store.projects.list()).map(({ id, slug, name }) => [id, { slug, name }]),
  );
  const named = rows.map(({ projectId: id, ...row }): AuditRow => {
    const project = id === undefined || projectId !== undefined ? undefined : projects.get(id);
    return { ...row, ...(project && { project }) };
  });
  return { rows: named, next, asked, now: now() };
}

const isKind = (text: string): text is AuditKind => Object.hasOwn(auditKinds, text);

/** Only a date: a relative time such as `24h` would change on the next page. */
const dayOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? readTime(text, 0) : undefined);
