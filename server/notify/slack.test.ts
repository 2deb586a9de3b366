import { expect, test } from "vitest";
import { messageOf } from "#server/domain/delivery/delivery.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import { slackBody } from "./slack.ts";
import { cutSlackText, slackLink, slackText } from "./slack-text.ts";

const notice: Notice = {
  kind: "issue-new",
  subject: "Error: <!channel> & co",
  body: ["Seen @all over\n[here](https://evil.example)."],
  facts: [{ label: "Release", value: "1.0 <b>" }],
  about: { text: "SHOP-1 | a>b", path: "/shop/issues/SHOP-1?a=1&b=|" },
  project: { slug: "shop", name: "Shop" },
};
const linkTo = (path: string) => `https://spoor.example${path}`;

test("sent text mentions no member, links nowhere, and starts no line", () => {
  expect(slackText("<!channel> <@U1> a&b")).toBe("&lt;!channel&gt; &lt;@\u200BU1&gt; a&amp;b");
  expect(slackText("@everyone [x](http://y)\n> quoted")).toBe(
    "@\u200Beveryone [x]\u200B(http://y) &gt; quoted",
  );
  expect(slackLink("a|b>c", "https://x.example/?a=1&b=|>")).toBe(
    "<https://x.example/?a=1&amp;b=%7C%3E|a|b&gt;c>",
  );
  expect(slackLink("SHOP-1", undefined)).toBe("SHOP-1");
});

test("truncation never splits an entity or a link", () => {
  expect(cutSlackText("abc &amp; def", 8)).toBe("abc …");
  expect(cutSlackText("see <https://x.example|here>", 12)).toBe("see …");
  expect(cutSlackText("short", 5)).toBe("short");
});

test("the plain text has everything, for clients without blocks", () => {
  expect(slackBody({ message: messageOf([notice], 1), linkTo })).toEqual({
    text: [
      "*Shop: Error: &lt;!channel&gt; &amp; co*",
      "Seen @\u200Ball over [here]\u200B(https://evil.example).",
      "<https://spoor.example/shop/issues/SHOP-1?a=1&amp;b=%7C|SHOP-1 | a&gt;b>",
    ].join("\n"),
    blocks: [
      { type: "header", text: { type: "plain_text", text: "Shop: Error: <!channel> & co" } },
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: expect.stringContaining("*Error: &lt;!channel&gt; &amp; co*\nSeen"),
        },
        fields: [{ type: "mrkdwn", text: "*Release*\n1.0 &lt;b&gt;" }],
      },
    ],
  });
});

test("withheld notices are counted, within Slack's limits", () => {
  const many = Array.from({ length: 12 }, () => ({ ...notice, subject: "x".repeat(4_000) }));
  const body = slackBody({ message: messageOf(many, 43, { heldBack: true }), linkTo }) as {
    text: string;
    blocks: { type: string; text?: { text: string }; elements?: { text: string }[] }[];
  };
  expect(body.text.length).toBeLessThanOrEqual(1_900);
  expect(body.blocks.map(({ type }) => type)).toEqual([
    "header",
    ...Array<string>(5).fill("section"),
    "context",
  ]);
  for (const { text } of body.blocks) expect((text?.text ?? "").length).toBeLessThanOrEqual(3_000);
  expect(body.blocks.at(-1)!.elements!.map(({ text }) => text)).toEqual([
    "Grouped because this rule reached its maximum per hour.",
    "38 more notifications are not listed.",
  ]);
});
