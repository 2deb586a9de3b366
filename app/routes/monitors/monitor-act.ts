import type { Monitor } from "#server/domain/monitor/monitor.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Services } from "#server/services.ts";
import { mutedUntil } from "./mute-choices.ts";

/** One of the page's acts, by its intent. */
export async function actOn(
  { commands, now }: Services,
  project: Project,
  slug: string,
  { intent, for: length }: { [field: string]: string },
): Promise<Monitor | Problem> {
  if (intent === "pause") return commands.pauseMonitor(project, slug);
  if (intent === "resume") return commands.resumeMonitor(project, slug);
  if (intent === "unmute") return commands.muteMonitor(project, slug, undefined);
  const until = mutedUntil(length, now());
  if (intent !== "mute") return { problem: "invalid", detail: "Unknown action." };
  if (until === undefined) return { problem: "invalid", detail: "Select a duration." };
  return commands.muteMonitor(project, slug, until);
}
