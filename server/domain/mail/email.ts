import { button, heading, mailPage, paragraph, said } from "./mail-page.ts";
import { oneLine } from "./plain.ts";

/** An email as text and as equivalent HTML. */
export type Email = { subject: string; text: string; html: string };

/** Content of an email: paragraphs, and its link. */
type EmailParams = {
  subject: string;
  paragraphs: string[];
  link?: { words: string; url: string };
  after?: string[];
};

/** User input (names of projects and people) is text in both forms, and never starts a new line. */
export function writeEmail({ subject, paragraphs, link, after = [] }: EmailParams): Email {
  const before = paragraphs.map(oneLine);
  const rest = after.map(oneLine);
  const text = [...before, ...(link ? [`${oneLine(link.words)}:\n${link.url}`] : []), ...rest].join(
    "\n\n",
  );
  const content = [
    heading(subject, "h1"),
    ...before.map(paragraph),
    ...(link ? [button(link.words, link.url)] : []),
  ];
  const footer = rest.map(said);
  return {
    subject: oneLine(subject),
    text: `${text}\n`,
    html: mailPage({ title: subject, content, footer }),
  };
}
