import * as v from "valibot";

/** A checkbox sends its value when it is checked and nothing otherwise. */
export const checkboxField = v.pipe(
  v.optional(v.string(), ""),
  v.transform((value) => value !== ""),
);
