import { readOwnership, type WrongLine } from "#server/domain/ownership/rules.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Ownership } from "#server/storage/projects/ownership-store.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";
import type { Doer } from "#server/domain/people/audit.ts";

type Deps = { store: Store; now: () => number };

/**
 * Saves the rules if every line is valid. Otherwise, returns the errors by line and changes
 * nothing.
 */
export async function saveOwnership(
  deps: Deps,
  { asker }: Doer,
  { id: projectId }: Project,
  ownership: Ownership,
): Promise<WrongLine[]> {
  const people = await deps.store.issues.assignable(projectId);
  const { rules, wrong } = readOwnership(
    ownership.rules,
    new Set(people.map(({ email }) => email.toLowerCase())),
  );
  if (wrong.length > 0) return wrong;
  await deps.store.ownership.write(projectId, ownership);
  const detail = `${rules.length} rules, auto-assign ${ownership.autoAssign ? "on" : "off"}`;
  await audit(deps, asker, { kind: "settings-changed", projectId, about: "ownership", detail });
  return [];
}
