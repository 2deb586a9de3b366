import type { Problem } from "#server/domain/problem.ts";
import { nearestOf } from "./nearest.ts";

/** The first unknown parameter in a URL: ignoring it would answer another question. */
export function unknownParameter(
  params: URLSearchParams,
  known: readonly string[],
): Problem | undefined {
  const name = [...params.keys()].find((each) => !known.includes(each));
  if (name === undefined) return undefined;
  const near = nearestOf(name, known) ?? known.find((each) => name !== "" && each.startsWith(name));
  const meant = near === undefined ? "" : ` Did you mean “${near}”?`;
  const taken =
    known.length === 0 ? "No parameters are supported." : `Supported: ${known.join(", ")}.`;
  const detail = `Unknown parameter “${name.slice(0, 60)}”.${meant} ${taken}`;
  return { problem: "malformed", detail, causes: [name.slice(0, 60)] };
}
