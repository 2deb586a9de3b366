import type { MonitorIncident } from "#server/domain/monitor/incident.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { nameOf, oneLine } from "./issue-notice.ts";

const says = {
  missed: { subject: "missed a check-in", sentence: "was expected to check in and did not" },
  late: { subject: "is late", sentence: "began and has not ended in the time that it may take" },
  failed: { subject: "failed", sentence: "reported that it failed" },
  recovered: { subject: "is well again", sentence: "checked in and is well again" },
} as const;

export function incidentNotice(incident: MonitorIncident, project: Project): Notice {
  const { slug, name, what, environment } = incident;
  return {
    kind: "check-in",
    subject: oneLine(`${name} ${says[what].subject}`),
    body: [oneLine(`Monitor ${name} ${says[what].sentence}.`, 500)],
    facts: [
      { label: "At", value: `${new Date(incident.at).toISOString().slice(0, 19).replace("T", " ")} UTC` },
      ...(environment === "" ? [] : [{ label: "Environment", value: environment }]),
    ],
    about: { text: `Open ${oneLine(name)}`, path: `/${project.slug}/monitors/${slug}` },
    project: nameOf(project),
  };
}

export function releaseNotice(version: string, project: Project): Notice {
  return {
    kind: "release",
    subject: oneLine(`Release ${version} is in use`),
    body: [oneLine(`The first telemetry of release ${version} came in.`, 500)],
    facts: [{ label: "Release", value: oneLine(version) }],
    about: { text: "Open the release", path: `/${project.slug}/releases/${encodeURIComponent(version)}` },
    project: nameOf(project),
  };
}
