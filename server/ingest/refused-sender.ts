import type { Problem } from "#server/domain/problem.ts";
import { isAllowedOrigin } from "#server/domain/project/allowed-origin.ts";
import type { CountedItem, IngestRequest, Sender } from "./request.ts";

/** Why a known sender's request is refused unread, and its outcome. */
type TurnedAway = { problem: Problem; counted: CountedItem };

/** Checked before the body is read. Undefined: accepted. */
export function refusedSender(
  { key, project }: Sender,
  headers: IngestRequest["headers"],
): TurnedAway | undefined {
  if (key.revokedAt !== undefined)
    return away(
      "revoked key",
      "This client key was revoked. Use an active key from the project settings.",
    );
  if (project.settings.paused)
    return away(
      "project paused",
      "Ingestion is paused for this project. Resume it in the project settings.",
    );
  const said = headers["origin"] ?? headers["referer"];
  if (!isAllowedOrigin(said, key.allowedOrigins))
    return away(
      "origin not allowed",
      `This client key doesn't allow the origin ${said!.slice(0, 200)}. Add it to the allowed origins in the key's settings.`,
    );
  return undefined;
}

/** The request's content is unknown, so it counts as one. */
function away(reason: string, detail: string): TurnedAway {
  const counted: CountedItem = {
    kind: "counted",
    outcome: "filtered",
    category: "request",
    reason,
    quantity: 1,
  };
  return { problem: { problem: "forbidden", detail }, counted };
}
