import * as v from "valibot";
import { requiredMessage } from "#server/domain/form/fields.ts";

const rule = "Enter a number from 0 to 100, with at most one decimal.";

/** `12.5`, with or without a percent sign, as a share: 0.125. */
export const keptPercentField = v.pipe(
  v.string(requiredMessage),
  v.trim(),
  v.minLength(1, requiredMessage),
  v.regex(/^(?:\d{1,2}(?:[.,]\d)?|100(?:[.,]0)?)\s*%?$/, rule),
  v.transform((text) => Number.parseFloat(text.replace(",", ".")) / 100),
);

/** `12.5`: a share in the field's format. */
export const keptPercent = (share: number): string => String(Number((share * 100).toFixed(1)));
