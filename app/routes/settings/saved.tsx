/** Redirect after saving: the same page with a confirmation. */
export const savedAt = (path: string): string => `${path}?saved`;

export const isSaved = (url: URL): boolean => url.searchParams.has("saved");

export function Saved({ saved }: { saved: boolean }) {
  return saved && <output>Saved.</output>;
}
