import * as v from "valibot";
import { nameField, platformField, slugField, slugOf } from "#server/domain/form/fields.ts";

export const projectForm = v.object({
  name: nameField,
  slug: slugField,
  platform: v.optional(platformField, "other"),
});

/** An empty slug is generated from the name. */
export function fillSlug(form: FormData, nameKey: string, slugKey: string): FormData {
  const name = form.get(nameKey);
  if (!form.get(slugKey) && typeof name === "string") form.set(slugKey, slugOf(name));
  return form;
}
