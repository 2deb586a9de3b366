import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";

export type Warn = (sentence: string) => void;

/**
 * Logs once why a batch was lost. OpenTelemetry reports it only to a logger that the application
 * must set.
 */
export function warningOnce(exporter: SpanExporter, url: string, warn: Warn): SpanExporter {
  let isSaid = false;
  function look({ code, error }: ExportResult): void {
    if (code === ExportResultCode.SUCCESS || isSaid) return;
    isSaid = true;
    warn(undeliveredSentence(url, error));
  }
  return {
    export: (spans, done) => exporter.export(spans, (result) => (look(result), done(result))),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** The exporter's error: its `code` is an HTTP status or the name of a network error. */
export type ExportFailure = Error & { code?: string | number };

export function undeliveredSentence(url: string, error: ExportFailure | undefined): string {
  return `Traces could not be sent: ${withoutUser(url)} ${reasonOf(error)} Later failures are not reported.`;
}

function reasonOf(error: ExportFailure | undefined): string {
  const { code, message, name } = error ?? {};
  if (typeof code === "number") return `answered ${code}. ${adviceOf(code)}`;
  // After its own retries, it names no status.
  if (name === "OTLPExporterError") return "is too busy or not ready (429, 502, 503, or 504).";
  // A connection to an address with several IP addresses fails without a message.
  const detail = message || code;
  return `cannot be reached${detail ? ` (${detail})` : ""}. Check the URL, and that the server is running.`;
}

function adviceOf(status: number): string {
  if (status === 401 || status === 403)
    return "The key is missing, unknown, or revoked. Use the part of the project's DSN between // and @.";
  if (isWrongPath(status))
    return "No Spoor accepts traces at this URL. Use the URL of your instance, without the key and project of a DSN.";
  if (status >= 300 && status < 400) return "Use the URL that it redirects to.";
  return "See the log of that server.";
}

/** 415: the address of a page, which accepts forms. */
const isWrongPath = (status: number): boolean => [404, 405, 415].includes(status);

/** Some users paste a whole DSN. */
const withoutUser = (url: string): string => url.replace(/\/\/[^/]*@/, "//");
