import * as v from "valibot";
import { nameField, wholeNumberField } from "#server/domain/form/fields.ts";
import { parseAllowedOrigins } from "#server/domain/project/allowed-origin.ts";

const originsMax = 100;

const originsField = v.pipe(
  v.optional(v.string(), ""),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = parseAllowedOrigins(dataset.value);
    if ("wrong" in read) {
      addIssue({
        message: `${read.wrong} is not an origin. Enter one per line, like https://shop.example or *.shop.example.`,
      });
      return NEVER;
    }
    return read.origins;
  }),
  v.maxLength(originsMax, `Enter at most ${originsMax} origins.`),
);

/** The limits of a key as entered. */
export const keyForm = v.object({
  label: nameField,
  origins: originsField,
  perMinute: wholeNumberField(10_000_000),
});

export const limitsOf = ({ label, origins, perMinute }: v.InferOutput<typeof keyForm>) => ({
  label,
  allowedOrigins: origins,
  ...(perMinute !== undefined && { eventsPerMinute: perMinute }),
});
