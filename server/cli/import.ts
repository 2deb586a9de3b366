import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { Problem } from "#server/domain/problem.ts";
import { type Spoor, startSpoor } from "#server/main.ts";
import { type ExportLine, parseLine } from "#server/transfer/export-line.ts";
import { type Imported, importEvents, type ImportDeps } from "#server/transfer/import-events.ts";
import { setStates } from "#server/transfer/set-states.ts";
import { isStandardStream } from "./backup-file.ts";
import { type Answer, type Command, textOf } from "./command.ts";
import { progressBar } from "./progress-bar.ts";
import { counted } from "#server/domain/count.ts";

/**
 * Uses real ingestion with the original arrival times: over HTTP, all events would be new. Starts a
 * Spoor without a port, so no server may be using the folder.
 */
export const importCommand: Command = {
  summary:
    "Import a “spoor export” file into a project. Stop the server first. Existing data is not changed.",
  options: { project: { type: "string", required: true, hint: "SLUG" } },
  operand: "FILE",
  async runOnFolder({ values, operand, config, program }) {
    const bytes = isStandardStream(operand) ? 0 : await sizeOf(operand);
    if (bytes === undefined) return { problem: "not-found", detail: `File ${operand} not found.` };
    const spoor = await startSpoor({
      ...program,
      config: { ...config, ownTraces: false },
      logTo: process.stderr,
    });
    const bar = progressBar(process.stderr);
    try {
      const parts = await partsOf(spoor, textOf(values, "project"));
      if ("problem" in parts) return parts;
      const imported = await importEvents(
        linesOf(operand, (done) => bar.show(done, bytes, "read")),
        parts,
      );
      await digested(spoor);
      return answerOf(imported, await setStates(imported.issues, parts), parts.project.slug);
    } finally {
      bar.clear();
      await spoor.close();
    }
  },
};

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

async function partsOf(
  { parts: { services, intake } }: Spoor,
  slug: string,
): Promise<ImportDeps | Problem> {
  const { store } = services;
  const project = await store.projects.bySlug(slug);
  if (!project)
    return {
      problem: "not-found",
      detail: `Project ${slug} not found. Create it with “spoor project create”.`,
    };
  const key = (await store.projects.keys(project.id)).find(
    ({ revokedAt }) => revokedAt === undefined,
  );
  if (!key)
    return {
      problem: "conflict",
      detail: `${slug} has no active client key. Create one in the project settings.`,
    };
  return { store, intake, project, key };
}

async function* linesOf(
  operand: string,
  onBytes: (done: number) => void,
): AsyncGenerator<ExportLine> {
  const input = isStandardStream(operand) ? process.stdin : createReadStream(operand);
  let [bytes, number] = [0, 0];
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    onBytes((bytes += Buffer.byteLength(text) + 1));
    yield parseLine(text, (number += 1));
  }
}

/** The worker reports its status once a second. */
const toldEveryMs = 1_000;

async function digested({ parts: { intake } }: Spoor): Promise<void> {
  do await setTimeout(1.5 * toldEveryMs);
  while (intake.state().queue.requests > 0);
}

function answerOf(
  { events, skipped, refused, reasons }: Imported,
  states: number,
  slug: string,
): Answer {
  const data = { project: slug, events, skipped, refused, reasons, states };
  const lines = [
    `${slug} has ${counted(events, "new event")}; ${skipped} already existed. ${counted(states, "issue")} kept their state.`,
  ];
  if (refused > 0) lines.push(`${refused} were rejected.`, ...reasons);
  return { text: lines.join("\n"), data, exitCode: refused > 0 ? 1 : 0 };
}
