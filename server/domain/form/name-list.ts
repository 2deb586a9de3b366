import * as v from "valibot";

const namesMax = 100;
const longestName = 100;

/** Field names, one per line or separated by commas. Each needs a letter or digit to match by. */
export const nameListField = v.pipe(
  v.optional(v.string(), ""),
  v.transform((text) => [
    ...new Set(
      text
        .split(/[\n\r,]+/)
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    ),
  ]),
  v.maxLength(namesMax, `Enter at most ${namesMax} names.`),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const wrong = dataset.value.find(
      (name) => name.length > longestName || !/[\p{L}\d]/u.test(name),
    );
    if (wrong !== undefined) addIssue({ message: `${wrong.slice(0, 50)} is not a field name.` });
  }),
);
