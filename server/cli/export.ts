import { once } from "node:events";
import { rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { withScratchFolder } from "#server/backup/scratch-folder.ts";
import { syncFolderOf, writeDurably } from "#server/backup/write-durably.ts";
import type { ExportLine } from "#server/transfer/export-line.ts";
import { exportProject } from "#server/transfer/export-project.ts";
import { isStandardStream, writeProblem } from "./backup-file.ts";
import { type Command, textOf } from "./command.ts";
import { progressBar, type ProgressBar } from "./progress-bar.ts";
import { counted } from "#server/domain/count.ts";

type Count = { issues: number; events: number };

/** The output format is described in `transfer/export-line.ts`. */
export const exportCommand: Command = {
  summary:
    "Export a project's issues and events as JSON lines, for “spoor import”. - is standard output.",
  options: { project: { type: "string", required: true, hint: "SLUG" } },
  operand: "FILE",
  async run({ values, operand, store, now }) {
    const slug = textOf(values, "project");
    const project = await store.projects.bySlug(slug);
    if (!project) return { problem: "not-found", detail: `Project ${slug} not found.` };
    const refusal = isStandardStream(operand) ? undefined : writeProblem(operand);
    if (refusal !== undefined) return { problem: "conflict", detail: refusal };
    const bar = progressBar(process.stderr);
    const count: Count = { issues: 0, events: 0 };
    const { all } = await store.issues.counts(project.id);
    const lines = printed(exportProject(store, project, now()), count, all, bar);
    await (isStandardStream(operand) ? writeOut(lines) : writeFile(operand, lines));
    bar.clear();
    const text = `Exported ${counted(count.events, "event")} of ${counted(count.issues, "issue")} from ${slug} to ${isStandardStream(operand) ? "standard output" : operand}.`;
    return {
      text,
      data: { file: operand, project: slug, ...count },
      onStderr: isStandardStream(operand),
    };
  },
};

async function* printed(
  lines: AsyncIterable<ExportLine>,
  count: Count,
  all: number,
  bar: ProgressBar,
) {
  for await (const line of lines) {
    if (line.kind === "issue") bar.show((count.issues += 1), all, "issues");
    if (line.kind === "event") count.events += 1;
    yield Buffer.from(`${JSON.stringify(line)}\n`);
  }
}

function writeFile(operand: string, lines: AsyncIterable<Buffer>): Promise<void> {
  const path = resolve(operand);
  return withScratchFolder(path, async (scratch) => {
    await writeDurably(join(scratch, "export"), lines);
    await rename(join(scratch, "export"), path);
    await syncFolderOf(path);
  });
}

async function writeOut(lines: AsyncIterable<Buffer>): Promise<void> {
  for await (const line of lines)
    if (!process.stdout.write(line)) await once(process.stdout, "drain");
}
