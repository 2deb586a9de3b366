import { type Message } from "#server/domain/delivery/delivery.ts";
import { headline, moreSentence, reasonSentence } from "#server/domain/delivery/message-words.ts";
import type { Email } from "./email.ts";
import { button, link, mailPage, paint, paragraph, said } from "./mail-page.ts";
import { type LinkTo, noticeHtml, noticeText } from "./notice-part.ts";
import { oneLine } from "./plain.ts";

/** Surroundings of a message's notices. */
type EmailFrame = {
  /** Why the recipient gets it. */
  because: string;
  unsubscribeUrl?: string;
  linkTo: LinkTo;
};

/**
 * A message as an email: plain text, and equivalent HTML. User and client input is text in both.
 */
export function writeAlertEmail(message: Message, frame: EmailFrame): Email {
  const subject = oneLine(headline(message));
  const reason = reasonSentence(message);
  const isAlone = message.notices.length === 1 && reason === undefined;
  return {
    subject,
    text: `${textParts(message, frame, isAlone).join("\n\n")}\n`,
    html: mailPage({
      title: subject,
      content: htmlParts(message, frame, isAlone),
      footer: htmlFooter(frame),
      ...(message.notices[0] && { place: message.notices[0].project.name }),
    }),
  };
}

function textParts(
  message: Message,
  { because, unsubscribeUrl, linkTo }: EmailFrame,
  isAlone: boolean,
): string[] {
  return [
    reasonSentence(message),
    ...message.notices.map((notice) => noticeText(notice, linkTo, isAlone)),
    moreSentence(message),
    because,
    unsubscribeUrl && `Unsubscribe:\n${unsubscribeUrl}`,
  ].flatMap((part) => part || []);
}

function htmlParts(message: Message, { linkTo }: EmailFrame, isAlone: boolean): string[] {
  const { notices } = message;
  const between = `<hr ${paint({ edge: "line" }, "margin:20px 0;border-width:1px 0 0;border-style:solid")}>`;
  const ends = [reasonSentence(message), moreSentence(message)].map((line) =>
    line ? [paragraph(line)] : [],
  );
  const { slug, name } = notices[0]?.project ?? { slug: "", name: "" };
  const url = isAlone ? undefined : linkTo(`/${slug}`);
  return [
    ...ends[0]!,
    ...notices.flatMap((notice, index) => [
      ...(index > 0 ? [between] : []),
      ...noticeHtml(notice, linkTo, isAlone),
    ]),
    ...(ends[1]!.length > 0 ? [between, ...ends[1]!] : []),
    ...(url === undefined ? [] : [button(`View ${name}`, url)]),
  ];
}

const htmlFooter = ({ because, unsubscribeUrl }: EmailFrame): string[] => [
  said(because),
  ...(unsubscribeUrl === undefined ? [] : [link("Unsubscribe", unsubscribeUrl)]),
];

/**
 * Emails about one issue form one conversation; undefined: it is about several objects, or none is
 * an issue.
 */
export function threadOf({ notices: [first, ...others], more }: Message): string | undefined {
  if (!first?.issue || others.length > 0 || more > 0) return undefined;
  return `issue-${first.project.slug}-${first.issue.shortId}`;
}
