import { button, heading, mailPage, paragraph, said } from "./mail-page.ts";
import { oneLine } from "./plain.ts";

/** A mail as text first, and as the same in HTML. */
export type Letter = { subject: string; text: string; html: string };

/** What a mail says: paragraphs, and the one link that it is about. */
export type LetterParts = {
  subject: string;
  paragraphs: string[];
  link?: { words: string; url: string };
  after?: string[];
};

/** Whatever people typed (names of projects, of persons) is text in both forms, and never begins a line of its own. */
export function writeLetter({ subject, paragraphs, link, after = [] }: LetterParts): Letter {
  const before = paragraphs.map(oneLine);
  const rest = after.map(oneLine);
  const text = [...before, ...(link ? [`${oneLine(link.words)}:\n${link.url}`] : []), ...rest].join("\n\n");
  const content = [heading(subject, "h1"), ...before.map(paragraph), ...(link ? [button(link.words, link.url)] : [])];
  const footer = rest.map(said);
  return { subject: oneLine(subject), text: `${text}\n`, html: mailPage({ title: subject, content, footer }) };
}
