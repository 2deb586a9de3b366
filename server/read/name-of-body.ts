import { culpritOf } from "#server/domain/event/culprit.ts";
import { titleOf } from "#server/domain/event/title.ts";
import { readBody } from "#server/ingest/sentry/stored-body.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";

/** Returns the name of an event's issue. */
export function nameOfBody(body: string): IssueName {
  const { event } = readBody(body);
  return { ...titleOf(event), culprit: culpritOf(event) };
}
