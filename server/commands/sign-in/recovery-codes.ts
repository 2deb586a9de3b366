import { randomBytes } from "node:crypto";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import {
  recoveryCodeBytes,
  recoveryCodeCount,
  recoveryCodeOf,
} from "#server/domain/people/recovery-code.ts";
import { codeAsTyped } from "#server/domain/people/totp.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { AccessDeps } from "./access.ts";
import { audit } from "#server/commands/audit.ts";
import { hashSecret } from "./secrets.ts";
import { proveSelf } from "./self-proof.ts";

/** Shown only once. Storage keeps `recoveryCodeHash` of each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    recoveryCodeOf(randomBytes(recoveryCodeBytes)),
  );
}

/**
 * Hashes a code as generated or entered. A plain hash is enough: 80 random bits can't be guessed.
 */
export function recoveryCodeHash(code: string): string {
  return hashSecret(codeAsTyped(code));
}

/** Invalidates earlier codes. */
export async function renewRecoveryCodes(
  deps: AccessDeps,
  user: User,
  { present }: { present: string },
  client: Client,
): Promise<string[] | Problem> {
  const refused = await proveSelf(deps, user, present, client);
  if (refused) return refused;
  if (!(await deps.store.totp.find(user.id))) return off;
  const codes = makeRecoveryCodes();
  await deps.store.totp.replaceRecoveryCodes(user.id, codes.map(recoveryCodeHash));
  await audit(
    deps,
    { user, address: client.address },
    { kind: "recovery-codes-made", about: user.email },
  );
  return codes;
}

const off: Problem = { problem: "conflict", detail: "The authenticator app is off." };
