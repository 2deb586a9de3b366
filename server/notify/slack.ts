import { headline, moreSentence, reasonSentence } from "#server/domain/delivery/message-words.ts";
import type { Outcome } from "#server/domain/delivery/outcome.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Outgoing } from "#server/outgoing/outgoing.ts";
import { postJson } from "./post-json.ts";
import { cutSlackText, slackLink, slackText } from "./slack-text.ts";
import type { Sending } from "./webhook.ts";

/**
 * Discord accepts 2,000 characters of text; Slack 3,000 per section, 150 per heading, and 10
 * fields.
 */
const most = { text: 1_900, section: 2_900, heading: 150, field: 400, fields: 10, shown: 5 };

/**
 * A message for Slack's incoming webhooks. Mattermost and Discord (`…/slack`) print `text` and
 * ignore `blocks`.
 */
export function sendSlack(
  { outgoing, now }: { outgoing: Outgoing; now: () => number },
  { url }: { url: string },
  sending: Sending,
): Promise<Outcome> {
  const headers = { "idempotency-key": sending.messageId };
  return postJson(outgoing, { url, headers, body: JSON.stringify(slackBody(sending)) }, now);
}

export function slackBody({ message, linkTo }: Pick<Sending, "message" | "linkTo">): object {
  const shown = message.notices.slice(0, most.shown);
  const rest = { ...message, more: message.more + message.notices.length - shown.length };
  const link = ({ about }: Notice) => slackLink(about.text, linkTo(about.path));
  const ends = [reasonSentence(message), moreSentence(rest)]
    .flatMap((line) => line ?? [])
    .map(slackText);
  const lines = shown.flatMap((notice) => [
    ...(message.notices.length > 1 ? [slackText(notice.subject)] : notice.body.map(slackText)),
    link(notice),
  ]);
  const text = [`*${slackText(headline(message))}*`, ...lines, ...ends].join("\n");
  return {
    text: cutSlackText(text, most.text),
    blocks: [
      {
        type: "header",
        text: { type: "plain_text", text: headline(message).slice(0, most.heading) },
      },
      ...shown.flatMap((notice) => noticeBlocks(notice, link(notice))),
      ...(ends.length > 0 ? [{ type: "context", elements: ends.map(mrkdwn) }] : []),
    ],
  };
}

function noticeBlocks({ subject, body, facts }: Notice, link: string): object[] {
  const said = [`*${slackText(subject)}*`, ...body.map(slackText), link].join("\n");
  const fields = facts
    .slice(0, most.fields)
    .map(({ label, value }) =>
      mrkdwn(cutSlackText(`*${slackText(label)}*\n${slackText(value)}`, most.field)),
    );
  return [
    {
      type: "section",
      text: mrkdwn(cutSlackText(said, most.section)),
      ...(fields.length > 0 && { fields }),
    },
  ];
}

const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
