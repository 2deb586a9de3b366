import type { Message } from "#server/domain/delivery/delivery.ts";
import type { CommentId } from "#server/domain/ids.ts";

/** What stands in notices instead of the words of a comment that was deleted. */
export const gone = "The comment was deleted.";

/** How the address of a comment ends; in a message's JSON a quotation mark follows. */
export const placeOf = (id: CommentId): string => `#comment-${id}`;

/** What `messages.message` holds, without what a comment said. */
export function withoutQuote(json: string, place: string): string {
  const message = JSON.parse(json) as Message;
  const notices = message.notices.map((notice) =>
    notice.about.path.endsWith(place) ? { ...notice, body: [gone] } : notice,
  );
  return JSON.stringify({ ...message, notices });
}
