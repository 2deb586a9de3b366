import type { IssueState } from "#server/domain/issue/state.ts";
import type { HintHeaders } from "#server/domain/user-agent/client-hints.ts";

/**
 * What `spoor export` writes, one JSON object a line: the project first, then each issue with its
 * events behind it, oldest first. An `envelope` is the body of a request as Sentry's SDKs send it,
 * so that a script can give it to anything that takes these. Times are milliseconds since 1970.
 */
export type ExportLine = ProjectLine | IssueLine | EventLine;

type ProjectLine = {
  kind: "project";
  format: typeof exportFormat;
  slug: string;
  name: string;
  platform: string;
  exportedAt: number;
};

export type IssueLine = {
  kind: "issue";
  shortId: string;
  title: string;
  state: IssueState;
  /** Email address. */
  assignee?: string;
  count: number;
  userCount: number;
  /** By which the issue is found again, however events are grouped there. */
  latestEvent: string;
};

export type EventLine = {
  kind: "event";
  eventId: string;
  receivedAt: number;
  remoteAddress: string;
  userAgent?: string;
  clientHints?: HintHeaders;
  envelope: string;
};

export const exportFormat = 1;

const fieldsOf: Record<ExportLine["kind"], Record<string, "string" | "number" | "object">> = {
  project: {
    format: "number",
    slug: "string",
    name: "string",
    platform: "string",
    exportedAt: "number",
  },
  issue: {
    shortId: "string",
    state: "object",
    count: "number",
    userCount: "number",
    latestEvent: "string",
  },
  event: { eventId: "string", receivedAt: "number", remoteAddress: "string", envelope: "string" },
};

/** Throws a sentence when the line is none that an export has. */
export function parseLine(text: string, number: number): ExportLine {
  const line = parseJson(text);
  const fields = fieldsOf[line?.kind as ExportLine["kind"]];
  const wrong =
    fields && Object.entries(fields).find(([name, type]) => typeof line![name] !== type);
  if (!fields || wrong) {
    const why = wrong
      ? `“${wrong[0]}” must have the type ${wrong[1]}`
      : "it is not a project, issue, or event";
    throw new Error(`Line ${number} is not from an export: ${why}.`);
  }
  return line as ExportLine;
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
