import { withoutNul } from "./database.ts";

/** As PostgreSQL gives a text back: for what is compared with what it keeps. */
export const storedText = (text: string): string => withoutNul(text.toWellFormed());
