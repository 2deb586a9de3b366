export type Tag = { key: string; value: string };

/** `browser:Chrome 131` as a tag: the value is all that stands after the first colon. Empty text asks for none. */
export function tagOf(query: string): Tag | undefined | "misread" {
  const text = query.trim();
  if (text === "") return undefined;
  const colon = text.indexOf(":");
  if (colon < 1) return "misread";
  return { key: text.slice(0, colon), value: text.slice(colon + 1) };
}

export function tagQuery({ key, value }: Tag): string {
  return new URLSearchParams({ query: `${key}:${value}` }).toString();
}
