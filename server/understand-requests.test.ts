import { expect, test } from "vitest";
import type { Understanding } from "#server/digest/understanding.ts";
import { findKey, requestOf, sampleKey } from "#server/ingest/sentry/sample.fixture.ts";
import { rereadWith } from "./understand-requests.ts";

test("what was let in unread and disagrees with itself inside is counted, not dropped unseen", async () => {
  const { project } = (await findKey(sampleKey))!;
  const reread = rereadWith(
    async () => project,
    () => ({}) as Understanding,
  );
  const dsn = `http://${"f".repeat(32)}@127.0.0.1:9000/43`;
  const { body, ...facts } = requestOf(`${JSON.stringify({ dsn })}\n{"type":"event"}\n{}\n`);
  const understanding = await reread({ head: { projectId: project.id, ...facts }, body });
  expect(understanding?.ledger).toMatchObject([
    { projectId: project.id, outcome: "invalid", category: "error", reason: "forbidden", quantity: 1 },
  ]);
});
