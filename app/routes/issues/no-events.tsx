import { SearchHints } from "#app/ui/search-hints.tsx";
import type { SearchHint } from "#server/domain/search/value-hints.ts";

/** `hints`: what the field may mean. */
export function NoEvents({ hints }: { hints: SearchHint[] }) {
  return (
    <div className="empty">
      <p>No events match. Clear the field to see all.</p>
      <SearchHints hints={hints} of="event" />
    </div>
  );
}
