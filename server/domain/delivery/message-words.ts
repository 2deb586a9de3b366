import { type Message, noticeCount } from "./delivery.ts";

/** An email's subject, or a message's heading. */
export function headline(message: Message): string {
  const [first] = message.notices;
  if (!first) return "";
  const count = noticeCount(message);
  const project = first.project.name;
  if (message.digest)
    return `${project}: ${count} ${count === 1 ? "notification" : "notifications"} in the last ${message.digest}`;
  if (message.heldBack) return `${project}: ${count} more notifications: ${first.subject}`;
  return count === 1
    ? `${project}: ${first.subject}`
    : `${project}: ${first.subject}, and ${count - 1} more`;
}

/** A sentence about notices that are only counted; undefined if there are none. */
export function moreSentence({ more }: Message): string | undefined {
  if (more === 0) return undefined;
  return more === 1
    ? "1 more notification is not listed."
    : `${more} more notifications are not listed.`;
}

/** Why notices are grouped; undefined if they are not, or without a special reason. */
export function reasonSentence(message: Message): string | undefined {
  if (message.heldBack) return `Grouped because this rule reached its maximum per hour.`;
  return (
    message.digest &&
    (message.digest === "day" ? "This is your daily digest." : "This is your weekly digest.")
  );
}
