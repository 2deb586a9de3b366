import { expect, test } from "vitest";
import { writeEmail } from "./email.ts";

const email = writeEmail({
  subject: "Invitation to Shop\r\nBcc: everybody@example.com",
  paragraphs: ["Ada <b>\n\nLovelace</b> invites you."],
  link: { words: "Accept", url: 'https://spoor.example/invite/x?a=1&b="' },
  after: ["It is good for 7 days."],
});

test("the plain text contains everything, one paragraph per item", () => {
  expect(email.text).toBe(
    'Ada <b> Lovelace</b> invites you.\n\nAccept:\nhttps://spoor.example/invite/x?a=1&b="\n\nIt is good for 7 days.\n',
  );
});

test("typed lines never become headers", () => {
  expect(email.subject).toBe("Invitation to Shop Bcc: everybody@example.com");
});

test("typed text never becomes markup", () => {
  expect(email.html).toContain(">Ada &lt;b&gt; Lovelace&lt;/b&gt; invites you.</p>");
  expect(email.html).toMatch(
    /<a href="https:\/\/spoor\.example\/invite\/x\?a=1&amp;b=&quot;"[^<>]*>Accept<\/a>/,
  );
});
