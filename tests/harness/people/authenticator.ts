import { TOTP } from "otpauth";
import type { Visitor } from "#tests/harness/visitor.ts";

/** An authenticator app. `codeOf(1)` is the next code, which is already valid. */
export type Authenticator = { codeOf(stepsAhead: number): string; recoveryCodes: string[] };

/** Sets up an authenticator app as a signed-in user does. */
export async function setUpCodes(visitor: Visitor, present: string): Promise<Authenticator> {
  const offered = await visitor.post("/account/two-factor", { intent: "begin", present });
  const { offer, secret } = offerIn(offered.text);
  const codeOf = codesOf(secret);
  const on = await visitor.post("/account/two-factor", {
    intent: "confirm",
    offer,
    code: codeOf(0),
  });
  return { codeOf, recoveryCodes: recoveryCodesIn(on.text) };
}

export function codesOf(secret: string): (stepsAhead: number) => string {
  const totp = new TOTP({ secret: secret.replaceAll(" ", "") });
  // Counts from a fixed time, so that repeated calls return the same code.
  const now = Date.now();
  return (stepsAhead) => totp.generate({ timestamp: now + stepsAhead * 30_000 });
}

export function offerIn(html: string): { offer: string; secret: string } {
  const offer = /name="offer" value="([\w-]+)"/.exec(html)?.[1];
  const secret = /<code>((?:[A-Z2-7]{4} ?){8})<\/code>/.exec(html)?.[1];
  if (!offer || !secret) throw new Error(`There is no secret on this page:\n${html}`);
  return { offer, secret };
}

export function recoveryCodesIn(html: string): string[] {
  return html.match(/\b(?:[a-z0-9]{4}-){3}[a-z0-9]{4}\b/g)?.slice(0, 10) ?? [];
}
