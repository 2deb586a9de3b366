import type { IssueState } from "#server/domain/issue/state.ts";
import type { HintHeaders } from "#server/domain/user-agent/client-hints.ts";

/**
 * Output of `spoor export`, one JSON object per line: the project first, then each issue followed
 * by its events, oldest first. An `envelope` is a request body as sent by Sentry SDKs, so that a
 * script can send it to any compatible server. Times are milliseconds since 1970.
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
  /** Identifies the issue, even if events are grouped differently there. */
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

/** Throws a message if the line is not a valid export line. */
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
