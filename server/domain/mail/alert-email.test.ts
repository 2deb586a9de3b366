import { expect, test } from "vitest";
import { messageOf } from "#server/domain/delivery/delivery.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import { threadOf, writeAlertEmail } from "./alert-email.ts";

const notice: Notice = {
  kind: "issue-new",
  subject: "Error: <b>\r\nBcc: all",
  body: ["In production."],
  facts: [{ label: "Release", value: "1.0 <i>" }],
  about: { text: "SHOP-1", path: "/shop/issues/SHOP-1" },
  project: { slug: "shop", name: "Shop" },
  issue: { shortId: "SHOP-1", title: "Error", level: "error", culprit: "" },
};
const frame = {
  because: "Sent by a rule.",
  linkTo: (path: string) => `https://spoor.example${path}`,
};

test("one notice is its own email", () => {
  const { subject, text, html } = writeAlertEmail(messageOf([notice], 1), frame);
  expect(subject).toBe("Shop: Error: <b> Bcc: all");
  expect(text).toBe(
    "In production.\n\nRelease: 1.0 <i>\n\nSHOP-1:\nhttps://spoor.example/shop/issues/SHOP-1\n\nSent by a rule.\n",
  );
  expect(html).toContain(">1.0 &lt;i&gt;</td>");
  expect(html).not.toContain("<i>");
});

test("several notices are listed, and the rest counted", () => {
  const unsubscribeUrl = 'https://spoor.example/unsubscribe/x"';
  const message = messageOf([notice, { ...notice, subject: "Second" }], 43, { heldBack: true });
  const { subject, text, html } = writeAlertEmail(message, { ...frame, unsubscribeUrl });
  expect(subject).toBe("Shop: 43 more notifications: Error: <b> Bcc: all");
  expect(text).toContain("Error: <b> Bcc: all\n\nIn production.");
  expect(text).toContain("41 more notifications are not listed.");
  expect(text).toContain(`Unsubscribe:\n${unsubscribeUrl}`);
  expect(html).toContain('href="https://spoor.example/unsubscribe/x&quot;"');
});

test("without a public URL an email names its page", () => {
  const { text, html } = writeAlertEmail(messageOf([notice], 1), {
    ...frame,
    linkTo: () => undefined,
  });
  expect(text).toContain("SHOP-1:\n/shop/issues/SHOP-1");
  expect(html).toContain(">SHOP-1 (/shop/issues/SHOP-1)</p>");
  expect(html).not.toContain("<a ");
});

test("labels too long for the column on a phone are above their values", () => {
  const htmlOf = (label: string) =>
    writeAlertEmail(messageOf([{ ...notice, facts: [{ label, value: "1" }] }], 1), frame).html;
  expect(htmlOf("Release")).toMatch(/nowrap">Release<\/th><td/);
  expect(htmlOf("POST /orders/:order/returns")).toMatch(/400">POST [^<]*<\/th><\/tr><tr><td/);
});

test("emails about one issue form a thread, others none", () => {
  expect(threadOf(messageOf([notice], 1))).toBe("issue-shop-SHOP-1");
  expect(threadOf(messageOf([notice, notice], 2))).toBeUndefined();
});

const stack = {
  frames: ["submitOrder (src/checkout.ts:42)", "<script> (a.ts:1)"],
  source: { first: 41, lines: ["if (cart) {", "  throw <b>;", "}"], failing: 1 },
};
const thrown = {
  ...notice,
  stack,
  facts: [{ label: "Thrown in", value: stack.frames[0]! }, ...notice.facts],
};

test("a stack is printed once with its failing line marked", () => {
  const { text, html } = writeAlertEmail(messageOf([thrown], 1), frame);
  expect(text).toContain(
    "  submitOrder (src/checkout.ts:42)\n  41  if (cart) {\n> 42    throw <b>;\n  43  }\n  <script> (a.ts:1)",
  );
  expect(text).not.toContain("Thrown in");
  expect(html).toMatch(/<td class="t-ink f-bad-wash e-bad"[^<>]*>42 {4}throw &lt;b&gt;;<\/td>/);
  expect(html).toContain("&lt;script&gt; (a.ts:1)");
});

test("an email has one button, and links for several subjects", () => {
  const buttons = (html: string) => html.match(/<a [^<>]*display:inline-block/g);
  expect(buttons(writeAlertEmail(messageOf([thrown], 1), frame).html)).toHaveLength(1);
  const several = writeAlertEmail(messageOf([thrown, notice], 2), frame).html;
  expect(buttons(several)).toHaveLength(1);
  expect(several).toContain(">View Shop</a>");
});

test("the label of a recovered monitor or route is green", () => {
  const missed: Notice = { ...notice, kind: "check-in" };
  const labelOf = (each: Notice) =>
    /class="t-(\w+)"[^<>]*>Monitor/.exec(writeAlertEmail(messageOf([each], 1), frame).html)?.[1];
  expect(labelOf(missed)).toBe("bad");
  expect(labelOf({ ...missed, isRecovered: true })).toBe("good");
});

test("an email loads nothing and works in light and dark", () => {
  const { html } = writeAlertEmail(messageOf([thrown], 1), frame);
  expect(html).not.toMatch(/<img|<link|<script|url\(|src=/);
  expect(html).toContain('name="color-scheme" content="light dark"');
  // Each inline color has a dark counterpart.
  for (const [, name] of html.matchAll(/class="[^"]*?([tfe]-[a-z-]+)/g))
    expect(html).toContain(`.${name}{`);
});
