import type { ErrorEvent } from "./error-event.ts";
import { firstLine } from "./first-line.ts";
import { titleException } from "./title-exception.ts";

/** A report of a failure, as far as needed to detect others of the same failure in its trace. */
export type FailureReport = {
  /**
   * Its type and other names: the code that OpenTelemetry sends as type, and the type in the
   * stack's text.
   */
  types: string[];
  /** Its first line, as far as titles show it. */
  message: string;
  hasStack: boolean;
  /** Created from a span or log record: the SDK sent no event. */
  isDerived: boolean;
};

/** Undefined for events without a trace or an exception. */
export function failureReportOf({ exceptions, traceId }: ErrorEvent): FailureReport | undefined {
  const exception = traceId === undefined ? undefined : titleException(exceptions);
  if (!exception) return undefined;
  const { type, value = "", frames, mechanism } = exception;
  const code = mechanism?.source;
  return {
    types: [type, code].filter((each) => each !== undefined),
    message: comparedMessage(value),
    hasStack: frames.length > 0,
    isDerived: mechanism?.type === derivedMechanism,
  };
}

export const derivedMechanism = "opentelemetry";

type Compared = Pick<FailureReport, "types" | "message">;

/**
 * Whether two reports of one trace describe the same failure: equal messages, or one without a
 * message.
 */
export function isSameFailure(a: Compared, b: Compared): boolean {
  if (a.message === b.message)
    return a.message !== "" || a.types.some((type) => b.types.includes(type));
  return isSummaryOf(a, b) || isSummaryOf(b, a);
}

// Instrumentations omit messages, which may contain values: "PostgreSQL error of type 'error'
// occurred (code: 42P01)".
const summary = /^\w+ error of type '([^']{1,100})' occurred(?: \(code: (\w{1,20})\))?$/;

export const isSummary = (message: string): boolean => summary.test(message);

function isSummaryOf({ message }: Compared, { types }: Compared): boolean {
  const [, type, code] = summary.exec(message) ?? [];
  if (type === undefined) return false;
  const known = types.find((each) => sqlState.test(each));
  return code !== undefined && known !== undefined ? code === known : types.includes(type);
}

const sqlState = /^[\dA-Z]{5}$/;

/** Titles show no more of a message. */
export const comparedMessage = (text: string): string => firstLine(text).slice(0, 1_000);
