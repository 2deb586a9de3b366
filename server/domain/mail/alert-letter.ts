import { type Message } from "#server/domain/delivery/delivery.ts";
import { headline, moreSentence, reasonSentence } from "#server/domain/delivery/message-words.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import { escape, type Letter, oneLine } from "./letter.ts";

/** What stands around the notices of a message. */
export type LetterFrame = {
  /** Why one gets it. */
  because: string;
  unsubscribeUrl?: string;
  /** A page's address from anywhere; undefined: this Spoor does not know its own. */
  linkTo: (path: string) => string | undefined;
};

/** A message as a mail: text, and the same in a little HTML. Whatever people and clients typed is text in both. */
export function writeAlertLetter(message: Message, frame: LetterFrame): Letter {
  const reason = reasonSentence(message);
  const more = moreSentence(message);
  const isAlone = message.notices.length === 1 && reason === undefined;
  const parts = message.notices.map((notice) => (isAlone ? { ...notice, subject: "" } : notice));
  const ends = [more, frame.because].flatMap((line) => line ?? []);
  const leave = frame.unsubscribeUrl;
  const text = [
    ...(reason === undefined ? [] : [reason]),
    ...parts.map((notice) => noticeText(notice, frame)),
    ...ends,
    ...(leave === undefined ? [] : [`No more of these:\n${leave}`]),
  ].join("\n\n");
  const html = [
    ...(reason === undefined ? [] : [`<p>${escape(reason)}</p>`]),
    ...parts.map((notice) => noticeHtml(notice, frame)),
    ...ends.map((line) => `<p><small>${escape(oneLine(line))}</small></p>`),
    ...(leave === undefined ? [] : [`<p><small><a href="${escape(leave)}">No more of these</a></small></p>`]),
  ].join("\n");
  return {
    subject: oneLine(headline(message)),
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  };
}

function noticeText({ subject, body, facts, about }: Notice, { linkTo }: LetterFrame): string {
  const said = [subject, ...body].map(oneLine).filter((line) => line !== "");
  const known = facts.map(({ label, value }) => oneLine(`${label}: ${value}`)).join("\n");
  const where = `${oneLine(about.text)}:\n${linkTo(about.path) ?? about.path}`;
  return [...said, ...(known === "" ? [] : [known]), where].join("\n\n");
}

function noticeHtml({ subject, body, facts, about }: Notice, { linkTo }: LetterFrame): string {
  const url = linkTo(about.path);
  const words = escape(oneLine(about.text));
  const rows = facts.map(
    ({ label, value }) => `<tr><th align="left">${escape(oneLine(label))}</th><td>${escape(oneLine(value))}</td></tr>`,
  );
  return [
    ...(subject === "" ? [] : [`<h3>${escape(oneLine(subject))}</h3>`]),
    ...body.map((line) => `<p>${escape(oneLine(line))}</p>`),
    ...(rows.length > 0 ? [`<table>${rows.join("")}</table>`] : []),
    url === undefined ? `<p>${words} (${escape(about.path)})</p>` : `<p><a href="${escape(url)}">${words}</a></p>`,
  ].join("\n");
}

/** Mails about one issue make one conversation; undefined: this is about several things, or none of them an issue. */
export function threadOf({ notices: [first, ...others], more }: Message): string | undefined {
  if (!first?.issue || others.length > 0 || more > 0) return undefined;
  return `issue-${first.project.slug}-${first.issue.shortId}`;
}
