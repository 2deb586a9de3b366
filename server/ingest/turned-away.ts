import type { Problem } from "#server/domain/problem.ts";
import { isAllowedOrigin } from "#server/domain/project/allowed-origin.ts";
import type { CountedItem, IngestRequest, Sender } from "./request.ts";

/** Why a known sender's request is not even read, and what the ledger says of it. */
export type TurnedAway = { problem: Problem; counted: CountedItem };

/** Checked before a byte of the body is looked at. Undefined: come in. */
export function turnedAway({ key, project }: Sender, headers: IngestRequest["headers"]): TurnedAway | undefined {
  if (key.revokedAt !== undefined)
    return away("revoked key", "This key has been revoked; the project's settings show its other keys.");
  if (project.settings.paused)
    return away("paused", "This project is paused: it takes nothing until it is resumed in its settings.");
  const said = headers["origin"] ?? headers["referer"];
  if (!isAllowedOrigin(said, key.allowedOrigins))
    return away(
      "origin",
      `Pages of ${said!.slice(0, 200)} may not send with this key; its settings list those that may.`,
    );
  return undefined;
}

/** What was in the request nobody knows: it counts as one. */
function away(reason: string, detail: string): TurnedAway {
  const counted: CountedItem = { kind: "counted", outcome: "filtered", category: "request", reason, quantity: 1 };
  return { problem: { problem: "forbidden", detail }, counted };
}
