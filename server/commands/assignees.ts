import type { UserId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";

/**
 * By ID, email address, or name; null: unassigned; "invalid" for users who can't triage in the
 * project.
 */
export async function findAssignee(
  { store }: { store: Pick<Store, "issues"> },
  project: Project,
  text: string,
): Promise<UserId | null | Problem> {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return null;
  const people = await store.issues.assignable(project.id);
  const found = people.find(
    ({ id, email, name }) =>
      String(id) === wanted || email.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  return (
    found?.id ?? {
      problem: "invalid",
      detail: "No project member who can be assigned has this email.",
    }
  );
}
