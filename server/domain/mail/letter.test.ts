import { expect, test } from "vitest";
import { writeLetter } from "./letter.ts";

const letter = writeLetter({
  subject: "Invitation to Shop\r\nBcc: everybody@example.com",
  paragraphs: ["Ada <b>\n\nLovelace</b> invites you."],
  link: { words: "Accept", url: 'https://spoor.example/invite/x?a=1&b="' },
  after: ["It is good for 7 days."],
});

test("the text says everything, one thing a paragraph", () => {
  expect(letter.text).toBe(
    'Ada <b> Lovelace</b> invites you.\n\nAccept:\nhttps://spoor.example/invite/x?a=1&b="\n\nIt is good for 7 days.\n',
  );
});

test("no line of what people typed becomes a header", () => {
  expect(letter.subject).toBe("Invitation to Shop Bcc: everybody@example.com");
});

test("nothing that people typed is markup", () => {
  expect(letter.html).toContain(">Ada &lt;b&gt; Lovelace&lt;/b&gt; invites you.</p>");
  expect(letter.html).toMatch(/<a href="https:\/\/spoor\.example\/invite\/x\?a=1&amp;b=&quot;"[^<>]*>Accept<\/a>/);
});
