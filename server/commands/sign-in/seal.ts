import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * Encrypts texts so that only this instance can read or change them. Each purpose has its own key.
 */
export type Seal = {
  close(purpose: string, text: string): string;
  /** Undefined if the text was not sealed here for this purpose. */
  open(purpose: string, sealed: string): string | undefined;
};

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with keys derived from one 32-byte key (HKDF): nonce, tag, and text, base64url. */
export function createSeal(key: Uint8Array): Seal {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  return {
    close(purpose, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce, {
        authTagLength: tagBytes,
      });
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const [nonce, tag] = [
        bytes.subarray(0, nonceBytes),
        bytes.subarray(nonceBytes, nonceBytes + tagBytes),
      ];
      const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), nonce, {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(tag);
      try {
        return (
          decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") +
          decipher.final("utf8")
        );
      } catch {
        return undefined;
      }
    },
  };
}
