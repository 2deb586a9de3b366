import { countOf, type Database } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";
import type { Store } from "#server/storage/store.ts";
import { accountStore } from "./accounts.ts";
import { auditStore } from "./audit.ts";
import { deviceStore } from "./devices.ts";
import type { UsedTokenStore } from "./factor-store.ts";
import { identityStore } from "./identities.ts";
import { invitationStore } from "./invitations.ts";
import { memberStore } from "./members.ts";
import { passkeyStore } from "./passkeys.ts";
import { peopleStore } from "./people.ts";
import { resetStore } from "./resets.ts";
import { sessionStore } from "./sessions.ts";
import { throttleStore } from "./throttles.ts";
import { tokenStore } from "./tokens.ts";
import { totpStore } from "./totp.ts";

/** People, their credentials, and the audit log: one SQL for both engines. */
export const peopleStores = (database: Database) =>
  ({
    people: peopleStore(database),
    members: memberStore(database),
    accounts: accountStore(database),
    sessions: sessionStore(database),
    devices: deviceStore(database),
    throttles: throttleStore(database),
    invitations: invitationStore(database),
    resets: resetStore(database),
    totp: totpStore(database),
    passkeys: passkeyStore(database),
    identities: identityStore(database),
    usedTokens: usedTokenStore(database),
    tokens: tokenStore(database),
    audit: auditStore(database),
  }) satisfies Partial<Store>;

function usedTokenStore({ query }: Database): UsedTokenStore {
  return {
    async markUsed(hash, expiresAt) {
      const insert = sql`INSERT INTO spent (hash, expires_at) VALUES (${hash}, ${expiresAt}) ON CONFLICT DO NOTHING`;
      return (await countOf(query(insert))) === 1;
    },
    removeExpired: (now) => countOf(query(sql`DELETE FROM spent WHERE expires_at <= ${now}`)),
  };
}
