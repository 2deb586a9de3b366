import type { MonitorIncident } from "#server/domain/monitor/incident.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { months } from "#server/domain/overview/summary.ts";
import { nameOf, oneLine } from "./issue-notice.ts";

const says = {
  missed: { subject: "missed a check-in", sentence: "missed a check-in" },
  late: { subject: "timed out", sentence: "exceeded its max runtime" },
  failed: { subject: "failed", sentence: "reported a failure" },
  recovered: { subject: "recovered", sentence: "recovered" },
} as const;

export function incidentNotice(incident: MonitorIncident, project: Project): Notice {
  const { slug, name, what, environment } = incident;
  return {
    kind: "check-in",
    ...(what === "recovered" && { isRecovered: true }),
    subject: oneLine(`${name} ${says[what].subject}`),
    body: [oneLine(`Monitor ${name} ${says[what].sentence}.`, 500)],
    facts: [
      {
        label: "Time",
        value: timeText(incident.at),
      },
      ...(environment === "" ? [] : [{ label: "Environment", value: environment }]),
    ],
    about: { text: `View ${oneLine(name)}`, path: `/${project.slug}/monitors/${slug}` },
    project: nameOf(project),
  };
}

export function releaseNotice(version: string, project: Project): Notice {
  return {
    kind: "release",
    subject: oneLine(`New release ${version}`),
    body: [oneLine(`Release ${version} sent its first data.`, 500)],
    facts: [],
    about: {
      text: "View release",
      path: `/${project.slug}/releases/${encodeURIComponent(version)}`,
    },
    project: nameOf(project),
  };
}

/** `Nov 20, 12:00:00 UTC`: recipients' time zones are unknown. */
function timeText(at: number): string {
  const date = new Date(at);
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.toISOString().slice(11, 19)} UTC`;
}
