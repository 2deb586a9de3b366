/** A mail as text first, and as the same in a little HTML. */
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
  const anchor = link ? [`<p><a href="${escape(link.url)}">${escape(oneLine(link.words))}</a></p>`] : [];
  const html = [...before.map(paragraph), ...anchor, ...rest.map(paragraph)].join("\n");
  return {
    subject: oneLine(subject),
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  };
}

const paragraph = (text: string) => `<p>${escape(text)}</p>`;

/** Control characters would end a header or a paragraph; two blanks say no more than one. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();

const entities: { [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
