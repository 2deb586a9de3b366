import { generateKeyPairSync, sign } from "node:crypto";
import { server } from "@passwordless-id/webauthn";
import { expect, test } from "vitest";
import { paddedSignature } from "./padded-signature.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const spki = publicKey.export({ type: "spki", format: "der" }).toString("base64url");
const clientData = Buffer.from("{}").toString("base64url");

/** Signs like an authenticator until one of the numbers has the requested length. */
function signatureWith(isWanted: (der: Buffer) => boolean) {
  for (let index = 0; ; index++) {
    const authenticatorData = Buffer.from(String(index));
    const hash = Buffer.from(
      "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
      "hex",
    );
    const der = sign("sha256", Buffer.concat([authenticatorData, hash]), privateKey);
    if (isWanted(der)) return { der, authenticatorData: authenticatorData.toString("base64url") };
  }
}

const check = (signature: string, authenticatorData: string) =>
  server.verifySignature({
    algorithm: "ES256",
    publicKey: spki,
    authenticatorData,
    clientData,
    signature,
  });

test.each([
  ["both long", (der: Buffer) => der[3] === 33 && der[4 + 33 + 1] === 33],
  ["both of 32 bytes", (der: Buffer) => der[3] === 32 && der[4 + 32 + 1] === 32],
  ["the first one short", (der: Buffer) => der[3]! < 32],
  ["the second one short", (der: Buffer) => der[4 + der[3]! + 1]! < 32],
])("signatures verify: %s", async (_name, isWanted) => {
  const { der, authenticatorData } = signatureWith(isWanted);
  expect(await check(paddedSignature(der.toString("base64url")), authenticatorData)).toBe(true);
  der[der.length - 1]! ^= 1;
  expect(await check(paddedSignature(der.toString("base64url")), authenticatorData)).toBe(false);
});

test("an invalid signature is refused", () => {
  for (const text of [
    "",
    "AA",
    Buffer.from([48, 74, 2, 33, ...Array<number>(33).fill(9), 2, 33]).toString("base64url"),
    Buffer.from([48, 4, 2, 9]).toString("base64url"),
  ])
    expect(() => paddedSignature(text)).toThrow(RangeError);
});
