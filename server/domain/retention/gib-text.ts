export const gibibyte = 1024 ** 3;

/** A size in the form's format: `0.5`, `20`; empty for none. */
export const gibText = (bytes: number | undefined): string =>
  bytes === undefined ? "" : String(Number((bytes / gibibyte).toFixed(3)));
