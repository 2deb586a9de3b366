import * as v from "valibot";
import { nameField, slugField } from "#server/domain/form/fields.ts";
import type { Asker } from "#server/domain/people/audit.ts";
import type { Problem } from "#server/domain/problem.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { makeDefaultRules } from "./alert-rules.ts";
import { audit } from "./audit.ts";
import { parse } from "./parse.ts";
import { makePublicKey } from "./sign-in/secrets.ts";

const schema = v.object({
  name: nameField,
  slug: slugField,
  // SDKs use more platform names than the forms list. Any such name is accepted.
  platform: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[a-z0-9._-]{0,64}$/i, "Use a platform's name, such as node."),
  ),
});

type ProjectForm = { name: string; slug: string; platform: string };

/** Problem "invalid" with each wrong field. */
export function wrongProject(form: ProjectForm): Problem | undefined {
  const fields = parse(schema, form);
  return isProblem(fields) ? fields : undefined;
}

/**
 * "conflict" if the slug is taken, "invalid" if a field is wrong. Creates the project's first key.
 */
export async function makeProject(
  deps: { store: Store; now: () => number },
  form: ProjectForm,
  asker: Asker = {},
): Promise<Project | Problem> {
  const fields = parse(schema, form);
  if (isProblem(fields)) return fields;
  const { name, slug, platform } = fields;
  const made = await deps.store.projects.create({
    name,
    slug,
    platform: platform || "other",
    prefix: shortIdPrefix(slug),
    publicKey: makePublicKey(),
    createdAt: deps.now(),
  });
  if (made === "taken")
    return { problem: "conflict", detail: `The slug ${slug} is taken. Choose another.` };
  await makeDefaultRules(deps.store, made.id, made.createdAt);
  await audit(deps, asker, { kind: "project-made", projectId: made.id, about: made.slug });
  return made;
}

/** `storefront-eu` → `STOREFRONT-EU`, truncated to keep short IDs short. */
function shortIdPrefix(slug: string): string {
  return (
    slug
      .toUpperCase()
      .slice(0, 20)
      .replace(/^-+|-+$/g, "") || "P"
  );
}
