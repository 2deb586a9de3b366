import type { ErrorEvent, Frame } from "./error-event.ts";
import { familyOf } from "./family.ts";
import { titleException } from "./title-exception.ts";

const maxCulprit = 200;

/** Where it happened, for lists: the route or transaction, else the innermost frame that is the application's own. */
export function culpritOf(event: ErrorEvent): string {
  const culprit = familyOf(event)?.place ?? event.transaction ?? pageOf(event) ?? frameCulprit(stackOf(event));
  return culprit.length > maxCulprit ? `${culprit.slice(0, maxCulprit - 3)}...` : culprit;
}

/** A violated policy happens on a page, not in a function. */
const pageOf = ({ csp }: ErrorEvent) => csp?.documentUri?.split(/[?#]/)[0];

function stackOf({ exceptions, threads }: ErrorEvent): Frame[] {
  const frames = titleException(exceptions)?.frames ?? [];
  return frames.length > 0 ? frames : (threads.find((thread) => thread.crashed || thread.current)?.frames ?? []);
}

function frameCulprit(frames: Frame[]): string {
  const frame = frames.find((each) => each.inApp) ?? frames[0];
  if (!frame) return "";
  const place = frame.file ?? frame.module ?? "";
  const name = frame.function === "?" ? undefined : frame.function;
  return name && place ? `${name} (${place})` : (name ?? place);
}
