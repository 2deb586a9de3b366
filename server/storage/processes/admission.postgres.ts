import { setTimeout } from "node:timers/promises";
import type { AdmissionStore, Senders } from "#server/storage/processes/admission-store.ts";
import { projectStore } from "#server/storage/projects/projects.ts";
import {
  keyColumns,
  keyOf,
  type KeyRow,
  projectColumns,
  projectOf,
  type ProjectRow,
} from "#server/storage/projects/project-rows.ts";
import { type Database, DatabaseAway } from "#server/storage/postgres/database.ts";
import { nounDatabase } from "#server/storage/postgres/noun-database.ts";

const ping = "SELECT 1 AS one";
const active =
  "revoked_at IS NULL AND project_id IN (SELECT id FROM projects WHERE deleting_at IS NULL)";
const selectKeys = `SELECT ${keyColumns} FROM keys WHERE ${active}
  ORDER BY last_used_at DESC NULLS LAST, public_key LIMIT $1`;
const selectProjects = `SELECT ${projectColumns} FROM projects WHERE id = ANY($1::bigint[])`;
// A sum, which needs no order; excludes last-used times, which change each minute.
const selectMark = `SELECT count(*)::text || ' ' || coalesce(sum(hashtextextended(concat_ws(chr(10), k.public_key,
    k.label, k.allowed_origins, k.events_per_minute, p.id, p.slug, p.name, p.platform, p.prefix, p.settings), 0)), 0)::text AS mark
  FROM keys k JOIN projects p ON p.id = k.project_id WHERE k.revoked_at IS NULL AND p.deleting_at IS NULL`;

/** A machine that disappeared doesn't respond for minutes; ingestion does not wait that long. */
const deadlineMs = 4_000;
/** Reading 100,000 keys takes a second and is not awaited. */
const listDeadlineMs = 30_000;

type AdmissionDeps = {
  /**
   * Separate connections, because the store's may all be busy, or wait for a machine that is gone.
   */
  connect: () => Database;
  ready: () => Promise<void>;
};

export function admissionStore({
  connect,
  ready,
}: AdmissionDeps): AdmissionStore & { close(): Promise<void> } {
  let database = connect();

  async function inTime<T>(
    work: (database: Database) => Promise<T>,
    withinMs = deadlineMs,
  ): Promise<T> {
    const asked = database;
    const answer = await beforeDeadline(
      ready().then(() => work(asked)),
      withinMs,
    );
    if (answer !== "late") return answer.value;
    if (database === asked) {
      database = connect();
      void asked.close();
    }
    throw new DatabaseAway(`The database has not responded for ${withinMs / 1000} s.`);
  }

  return {
    answers: () => inTime(async ({ query }) => void (await query(ping))),
    byKey: (publicKey) => inTime((asked) => projectStore(nounDatabase(asked)).byKey(publicKey)),
    senders: (limit, known) => inTime((asked) => readSenders(asked, limit, known), listDeadlineMs),
    close: () => database.close(),
  };
}

async function beforeDeadline<T>(
  work: Promise<T>,
  withinMs: number,
): Promise<{ value: T } | "late"> {
  const over = new AbortController();
  const late = setTimeout(withinMs, "late" as const, { signal: over.signal, ref: false });
  late.catch(() => undefined);
  try {
    return await Promise.race([work.then((value) => ({ value })), late]);
  } finally {
    over.abort();
  }
}

async function readSenders(
  { query }: Database,
  limit: number,
  known?: string,
): Promise<Senders | undefined> {
  const { mark } = (await query<{ mark: string }>(selectMark))[0]!;
  if (mark === known) return undefined;
  const keys = (await query<KeyRow>(selectKeys, limit)).map(keyOf);
  const ids = [...new Set(keys.map(({ projectId }) => projectId))];
  return { mark, keys, projects: (await query<ProjectRow>(selectProjects, ids)).map(projectOf) };
}
