import * as v from "valibot";

/** A checkbox sends its value if selected, otherwise nothing. */
export const checkboxField = v.pipe(
  v.optional(v.string(), ""),
  v.transform((value) => value !== ""),
);
