import { withoutNul } from "./database.ts";

/** A text as PostgreSQL returns it, for comparison with stored values. */
export const storedText = (text: string): string => withoutNul(text.toWellFormed());
