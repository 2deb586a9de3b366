/** What settings pages redirect to when all went well: the page itself, which then says so. */
export const savedAt = (path: string): string => `${path}?saved`;

export const isSaved = (url: URL): boolean => url.searchParams.has("saved");

export function Saved({ saved }: { saved: boolean }) {
  return saved && <output>Saved.</output>;
}
