import type { DataHandler } from "./routes.ts";
import { paramsOf } from "./search-params.ts";

const longestWord = 200;

/** `?prefix`: completions of a search word. */
export const issueSuggestionData: DataHandler = async ({ services, project }, request) => {
  const word = (paramsOf(request).get("prefix") ?? "").slice(0, longestWord);
  return { suggestions: await services.suggestTerms(project, word) };
};
