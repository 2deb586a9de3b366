import type { CspReport, Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { naturalOf } from "./lenient.ts";
import { noteDropped } from "./notes.ts";

/**
 * A violation report in the format of report-uri (`blocked-uri`), of the Reporting API
 * (`blockedURL`), or of old SDKs.
 */
export function readCsp(value: Json | undefined, notes: Note[]): CspReport | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) {
    noteDropped(notes, "csp", "expected an object");
    return undefined;
  }
  const field = byPlainName(value);
  const directive = textOf(field("effectivedirective")) ?? textOf(field("violateddirective"));
  const report: CspReport = {
    // The old violated-directive has the source list after the name.
    directive: directive?.trim().split(/\s+/)[0] ?? "unknown",
    blockedUri: textOf(field("blockeduri") ?? field("blockedurl")) ?? "inline",
  };
  const documentUri = textOf(field("documenturi") ?? field("documenturl"));
  const sourceFile = textOf(field("sourcefile"));
  const line = naturalOf(field("linenumber"));
  const column = naturalOf(field("columnnumber"));
  const disposition = textOf(field("disposition"));
  const sample = textOf(field("scriptsample") ?? field("sample"));
  if (documentUri !== undefined) report.documentUri = documentUri;
  if (sourceFile !== undefined) report.sourceFile = sourceFile;
  if (line !== undefined) report.line = line;
  if (column !== undefined) report.column = column;
  if (disposition !== undefined) report.disposition = disposition;
  if (sample !== undefined) report.sample = sample;
  return report;
}

function byPlainName(report: JsonObject): (name: string) => Json | undefined {
  const fields = new Map(
    Object.entries(report).map(([name, value]) => [name.replace(/[-_]/g, "").toLowerCase(), value]),
  );
  return (name) => fields.get(name);
}
