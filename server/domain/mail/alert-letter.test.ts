import { expect, test } from "vitest";
import { messageOf } from "#server/domain/delivery/delivery.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import { threadOf, writeAlertLetter } from "./alert-letter.ts";

const notice: Notice = {
  ...{ kind: "issue-new", subject: "Error: <b>\r\nBcc: all", body: ["In production."] },
  facts: [{ label: "Release", value: "1.0 <i>" }],
  about: { text: "SHOP-1", path: "/shop/issues/SHOP-1" },
  project: { slug: "shop", name: "Shop" },
  issue: { shortId: "SHOP-1", title: "Error", level: "error", culprit: "" },
};
const frame = { because: "Sent by a rule.", linkTo: (path: string) => `https://spoor.example${path}` };

test("one notice is a letter about it", () => {
  const { subject, text, html } = writeAlertLetter(messageOf([notice], 1), frame);
  expect(subject).toBe("Shop: Error: <b> Bcc: all");
  expect(text).toBe(
    "In production.\n\nRelease: 1.0 <i>\n\nSHOP-1:\nhttps://spoor.example/shop/issues/SHOP-1\n\nSent by a rule.\n",
  );
  expect(html).toContain("<td>1.0 &lt;i&gt;</td>");
  expect(html).not.toContain("<i>");
});

test("several are told one by one, and what is not listed is counted", () => {
  const unsubscribeUrl = 'https://spoor.example/unsubscribe/x"';
  const message = messageOf([notice, { ...notice, subject: "Second" }], 43, { heldBack: true });
  const { subject, text, html } = writeAlertLetter(message, { ...frame, unsubscribeUrl });
  expect(subject).toBe("Shop: 43 more, held back: Error: <b> Bcc: all");
  expect(text).toContain("Error: <b> Bcc: all\n\nIn production.");
  expect(text).toContain("41 more are not listed here.");
  expect(text).toContain(`No more of these:\n${unsubscribeUrl}`);
  expect(html).toContain('href="https://spoor.example/unsubscribe/x&quot;"');
});

test("without an address of its own, a letter says which page it means", () => {
  const { text, html } = writeAlertLetter(messageOf([notice], 1), { ...frame, linkTo: () => undefined });
  expect(text).toContain("SHOP-1:\n/shop/issues/SHOP-1");
  expect(html).toContain("<p>SHOP-1 (/shop/issues/SHOP-1)</p>");
});

test("letters about one issue make one thread, others none", () => {
  expect(threadOf(messageOf([notice], 1))).toBe("issue-shop-SHOP-1");
  expect(threadOf(messageOf([notice, notice], 2))).toBeUndefined();
});
