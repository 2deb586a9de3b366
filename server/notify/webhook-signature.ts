import { createHmac } from "node:crypto";

/** What is signed, by the Standard Webhooks convention: id, time in seconds, body. */
export type Signed = { id: string; timestamp: number; body: string };

/** `v1,` and the base64 of HMAC-SHA-256. A secret `whsec_…` is base64 of the key; any other is the key itself. */
export function signWebhook(secret: string, { id, timestamp, body }: Signed): string {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret);
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
