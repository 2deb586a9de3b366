import type { UserId } from "#server/domain/ids.ts";
import { isEmailTopic, type EmailTopic, topicOf } from "#server/domain/notice/choice.ts";
import type { NoticeKind } from "#server/domain/notice/notice.ts";
import type { Store } from "#server/storage/store.ts";
import type { Seal } from "#server/commands/sign-in/seal.ts";

type Unsubscribing = { email: string; topic: EmailTopic };

/**
 * A signed link identifies the account and what it unsubscribes from. It works without signing in
 * as long as the key is unchanged.
 */
const purpose = "unsubscribe";

/**
 * Path below the public URL, for `List-Unsubscribe` and the email's last line (RFC 8058: a POST
 * unsubscribes immediately).
 */
export function unsubscribePath(seal: Seal, userId: UserId, kind: NoticeKind): string {
  return `/unsubscribe/${seal.close(purpose, JSON.stringify({ userId, topic: topicOf(kind) }))}`;
}

type Deps = { store: Pick<Store, "people" | "noticeChoices">; seal: Seal };

/** The account and subscription of a link; undefined for an invalid link. */
export async function unsubscribeFor(
  { store, seal }: Deps,
  token: string,
): Promise<Unsubscribing | undefined> {
  const asked = readToken(seal, token);
  const user = asked && (await store.people.byId(asked.userId));
  return asked && user && { email: user.email, topic: asked.topic };
}

export async function unsubscribe(deps: Deps, token: string): Promise<Unsubscribing | undefined> {
  const asked = readToken(deps.seal, token);
  if (asked) await deps.store.noticeChoices.stop(asked.userId, asked.topic);
  return unsubscribeFor(deps, token);
}

function readToken(seal: Seal, token: string): { userId: UserId; topic: EmailTopic } | undefined {
  const text = seal.open(purpose, token);
  if (text === undefined) return undefined;
  const { userId, topic } = JSON.parse(text) as { userId: UserId; topic: unknown };
  return isEmailTopic(topic) ? { userId, topic } : undefined;
}
