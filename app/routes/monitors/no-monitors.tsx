import { Link } from "react-router";
import { SnippetParts } from "./snippet-parts.tsx";
import type { MonitorSnippets } from "./snippets.ts";

export function NoMonitors({ query, snippets }: { query: string; snippets?: MonitorSnippets }) {
  if (query !== "")
    return (
      <p className="empty">
        No monitor matches <code>{query}</code>. <Link to={{ search: "" }}>Show all monitors</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        No monitors yet. A monitor expects check-ins from a scheduled job. If a check-in is missed, fails, or times out,
        you see it here, and alerts notify you.
      </p>
      <p>
        Create a monitor and send check-ins to its URL, or let an SDK send the schedule. Then the first check-in creates
        the monitor.
      </p>
      {snippets && <SnippetParts snippets={snippets} />}
    </div>
  );
}
