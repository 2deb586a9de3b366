import type { Client } from "#server/domain/people/client.ts";
import { deviceName } from "#server/domain/people/device-name.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "#server/commands/audit.ts";
import { hashSecret } from "./secrets.ts";

export type SessionRow = {
  id: string;
  device: string;
  address: string;
  createdAt: number;
  /** Accurate to ten minutes. */
  lastSeenAt: number;
  /** The current session. */
  isThis: boolean;
};

type Deps = { store: Store; now: () => number };

/** A prefix of the session's hash, long enough to be unique among a user's sessions. */
const idLength = 16;

/** Most recently seen first. */
export async function listSessions(
  { store, now }: Deps,
  user: User,
  sessionToken: string | undefined,
): Promise<SessionRow[]> {
  const own = sessionToken === undefined ? undefined : hashSecret(sessionToken);
  const sessions = await store.sessions.list(user.id, now());
  return sessions.map(({ tokenHash, createdAt, lastSeenAt, address, userAgent }) => ({
    id: tokenHash.slice(0, idLength),
    createdAt,
    lastSeenAt,
    address,
    device: deviceName(userAgent),
    isThis: tokenHash === own,
  }));
}

/** Ending an ended session is not an error. */
export async function endSession(
  deps: Deps,
  user: User,
  id: string,
  { address }: Client,
): Promise<void> {
  if (id.length !== idLength) return;
  const ended = await deps.store.sessions.removeOf(user.id, { id });
  if (ended > 0) await audit(deps, { user, address }, { kind: "session-ended", about: user.email });
}

/** Ends all sessions of the user except the current one. Returns their number. */
export async function endOtherSessions(
  deps: Deps,
  user: User,
  { sessionToken, address }: Client,
): Promise<number> {
  const allBut = sessionToken === undefined ? undefined : hashSecret(sessionToken);
  const ended = await deps.store.sessions.removeOf(user.id, { allBut });
  const detail = `${ended} sessions`;
  if (ended > 0)
    await audit(deps, { user, address }, { kind: "session-ended", about: user.email, detail });
  return ended;
}
