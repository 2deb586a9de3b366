import type { Notice, NoticeKind, StackExcerpt } from "#server/domain/notice/notice.ts";
import {
  button,
  codeBlock,
  facts,
  heading,
  link,
  type MailColor,
  paint,
  paragraph,
  said,
} from "./mail-page.ts";
import { oneLine } from "./plain.ts";

/** The absolute URL of a page; undefined if the instance has no public URL. */
export type LinkTo = (path: string) => string | undefined;

const kinds: Record<NoticeKind, { words: string; color: MailColor }> = {
  "issue-new": { words: "New issue", color: "warn" },
  "issue-regressed": { words: "Regressed", color: "bad" },
  "issue-escalated": { words: "No longer ignored", color: "bad" },
  frequency: { words: "Error frequency", color: "bad" },
  spike: { words: "Error spike", color: "bad" },
  route: { words: "Route performance", color: "bad" },
  vital: { words: "Web vital", color: "bad" },
  "check-in": { words: "Monitor", color: "bad" },
  release: { words: "Release", color: "accent" },
  assigned: { words: "Assigned to you", color: "accent" },
  mentioned: { words: "Mention", color: "accent" },
  commented: { words: "Comment", color: "accent" },
  resolved: { words: "Resolved", color: "good" },
  weekly: { words: "Overview", color: "accent" },
  test: { words: "Test", color: "accent" },
};

/** One notice as HTML. Alone, it has the email's button; among others, a link. */
export function noticeHtml(notice: Notice, linkTo: LinkTo, isAlone: boolean): string[] {
  const { kind, isRecovered, subject, body, about, issue, stack } = notice;
  const url = linkTo(about.path);
  const { words, color } = kinds[kind];
  const name = issue ? ` <span ${paint({ text: "faint" })}>${said(issue.shortId)}</span>` : "";
  return [
    `<p ${paint({ text: isRecovered ? "good" : color }, "margin:0 0 4px;font-size:13px;font-weight:600")}>${words}${name}</p>`,
    heading(issue?.title ?? subject, isAlone ? "h1" : "h2"),
    ...body.map(paragraph),
    ...(stack ? [codeBlock(stackRows(stack))] : []),
    ...facts(shownFacts(notice)),
    url === undefined
      ? paragraph(`${about.text} (${about.path})`)
      : isAlone
        ? button(about.text, url)
        : `<p style="margin:0">${link(about.text, url)}</p>`,
  ];
}

/** The same as text; `heading` if there are several. */
export function noticeText(notice: Notice, linkTo: LinkTo, isAlone: boolean): string {
  const { subject, body, about, stack } = notice;
  const lines = [...(isAlone ? [] : [subject]), ...body].map(oneLine).filter((line) => line !== "");
  const known = shownFacts(notice).map(({ label, value }) => oneLine(`${label}: ${value}`));
  const rows = stack
    ? stackRows(stack).map(({ text, isMarked }) => `${isMarked ? ">" : " "} ${text}`.trimEnd())
    : [];
  const where = `${oneLine(about.text)}:\n${linkTo(about.path) ?? about.path}`;
  return [...lines, rows.join("\n"), known.join("\n"), where]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Omits frame facts if there is a stack. */
function shownFacts({ facts: all, stack }: Notice): Notice["facts"] {
  return all.filter(({ value }) => !stack?.frames.includes(value));
}

function stackRows({
  frames: [first = "", ...callers],
  source,
}: StackExcerpt): Parameters<typeof codeBlock>[0] {
  const digits = source ? String(source.first + source.lines.length - 1).length : 0;
  return [
    { text: first },
    ...(source?.lines ?? []).map((line, index) => ({
      text: `${String(source!.first + index).padStart(digits)}  ${line}`,
      ...(index === source!.failing ? { isMarked: true } : { isSoft: true }),
    })),
    ...callers.map((text) => ({ text, isSoft: true })),
  ];
}
