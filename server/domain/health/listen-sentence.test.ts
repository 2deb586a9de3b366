import { expect, test } from "vitest";
import { listenSentence } from "./listen-sentence.ts";

const errorOf = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

test.each([
  { code: "EADDRINUSE", named: "PORT 80" },
  { code: "EACCES", named: "PORT 80" },
  { code: "EADDRNOTAVAIL", named: "HOST is “203.0.113.7”" },
  { code: "ENOTFOUND", named: "HOST is “203.0.113.7”" },
  { code: "EOTHER", named: "HOST and PORT" },
])("$code names the variable", ({ code, named }) => {
  const sentence = listenSentence(errorOf(code), { host: "203.0.113.7", port: 80 });
  expect(sentence).toContain("Cannot listen on 203.0.113.7:80");
  expect(sentence).toContain(named);
});
