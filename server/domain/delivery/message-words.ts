import { type Message, noticeCount } from "./delivery.ts";

/** The line that stands for the whole: a mail's subject, a message's heading. */
export function headline(message: Message): string {
  const [first] = message.notices;
  if (!first) return "";
  const count = noticeCount(message);
  const project = first.project.name;
  if (message.digest) return `${project}: ${count} in the last ${message.digest}`;
  if (message.heldBack) return `${project}: ${count} more, held back: ${first.subject}`;
  return count === 1 ? `${project}: ${first.subject}` : `${project}: ${first.subject}, and ${count - 1} more`;
}

/** What is said of notices that are only counted; undefined: there are none. */
export function moreSentence({ more }: Message): string | undefined {
  if (more === 0) return undefined;
  return more === 1 ? "1 more is not listed." : `${more} more are not listed.`;
}

/** Why these come together; undefined: they do not, or simply so. */
export function reasonSentence(message: Message): string | undefined {
  if (message.heldBack) return `${noticeCount(message)} were held back because this rule reached its maximum per hour.`;
  return message.digest && `Notifications of the last ${message.digest}.`;
}
