import type { Key } from "#server/domain/project/project.ts";

/** The address SDKs are given. A base path in `publicUrl` stays in it: `https://KEY@spoor.example/base/7`. */
export function dsnOf(publicUrl: string, { publicKey, projectId }: Pick<Key, "publicKey" | "projectId">): string {
  const url = new URL(publicUrl);
  return `${url.protocol}//${publicKey}@${url.host}${url.pathname.replace(/\/$/, "")}/${projectId}`;
}

/** The same door for who has no SDK. */
export function storeUrlOf(publicUrl: string, { publicKey, projectId }: Pick<Key, "publicKey" | "projectId">): string {
  return `${publicUrl}/api/${projectId}/store/?sentry_key=${publicKey}`;
}
