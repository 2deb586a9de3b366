import { pathInName, patternOfRoute } from "#server/domain/trace/path-pattern.ts";
import { isCatchAll } from "#server/domain/trace/route-tree/entry-route.ts";
import type { ErrorEvent, Frame } from "./error-event.ts";
import { familyOf } from "./family.ts";
import { isNeverInApp } from "./never-in-app.ts";
import { titleException } from "./title-exception.ts";

const maxCulprit = 200;

/**
 * The culprit for lists: the route or transaction, otherwise the innermost in-app frame. A frame is
 * more specific than a catch-all handler (`GET *`), or a URL that the SDK marks as one.
 */
export function culpritOf(event: ErrorEvent): string {
  const transaction = transactionOf(event);
  const isVague =
    transaction !== undefined &&
    (event.transactionSource === "url" || isForEverything(transaction));
  const culprit =
    familyOf(event)?.place ??
    (isVague ? undefined : transaction) ??
    pageOf(event) ??
    (frameCulprit(stackOf(event), event.platform) || (transaction ?? ""));
  return culprit.length > maxCulprit ? `${culprit.slice(0, maxCulprit - 3)}...` : culprit;
}

const mostKnown = 1_000;
const known = new Map<string, string>();

/** An application has few transactions: finding a known one costs a tenth of parsing. */
function transactionOf({ transaction }: ErrorEvent): string | undefined {
  if (transaction === undefined) return undefined;
  const before = known.get(transaction);
  if (before !== undefined) return before;
  const pattern = patternOfTransaction(transaction);
  if (known.size >= mostKnown) known.clear();
  known.set(transaction, pattern);
  return pattern;
}

/**
 * Some SDKs name a transaction by its URL: an issue of all users must not be named after one of
 * them.
 */
function patternOfTransaction(transaction: string): string {
  const [, method = "", target] =
    /^([A-Z]{3,10} )?((?:https?:\/\/|\/)\S*)$/.exec(transaction) ?? [];
  const path = target === undefined ? undefined : pathInName(target);
  return path === undefined ? transaction : method + patternOfRoute(path);
}

/** `/{*splat}`, `GET *` */
const isForEverything = (transaction: string): boolean =>
  isCatchAll(`/${transaction.replace(/^[A-Z]{3,10} /, "").replace(/^\//, "")}`);

/** A policy violation happens on a page, not in a function. */
const pageOf = ({ csp }: ErrorEvent) => csp?.documentUri?.split(/[?#]/)[0];

function stackOf({ exceptions, threads }: ErrorEvent): Frame[] {
  const frames = titleException(exceptions)?.frames ?? [];
  return frames.length > 0
    ? frames
    : (threads.find((thread) => thread.crashed || thread.current)?.frames ?? []);
}

function frameCulprit(frames: Frame[], platform: string): string {
  const frame =
    frames.find((each) => each.inApp) ?? frames.find((each) => isTelling(each, platform));
  if (!frame) return "";
  const place = frame.file ?? frame.module ?? "";
  const name = frame.function === "?" ? undefined : frame.function;
  return name && place ? `${name} (${place})` : (name ?? place);
}

/**
 * A library's frame gives at least a location; one of the engine, a logging module, or an SDK
 * doesn't.
 */
const isTelling = ({ absPath, file = "", module = "" }: Frame, platform: string): boolean =>
  !isNeverInApp(platform, absPath ?? file, module);
