/** For how long people are told nothing. */
export const muteChoices: { readonly [length: string]: string } = {
  "1h": "for an hour",
  "8h": "for 8 hours",
  "1d": "for a day",
  "7d": "for a week",
  ever: "until I unmute",
};

const hourMs = 3_600_000;
const lengthsMs: { readonly [length: string]: number } = {
  "1h": hourMs,
  "8h": 8 * hourMs,
  "1d": 24 * hourMs,
  "7d": 168 * hourMs,
  ever: Infinity,
};

/** Undefined for what is not one of the choices. */
export const mutedMs = (length: FormDataEntryValue | null): number | undefined =>
  typeof length === "string" ? lengthsMs[length] : undefined;
