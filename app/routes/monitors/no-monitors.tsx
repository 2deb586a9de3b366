import { Link } from "react-router";
import { SnippetParts } from "./snippet-parts.tsx";
import type { MonitorSnippets } from "./snippets.ts";

export function NoMonitors({ query, snippets }: { query: string; snippets?: MonitorSnippets }) {
  if (query !== "")
    return (
      <p className="empty">
        No monitor has <code>{query}</code> in its name. <Link to={{ search: "" }}>Show all monitors</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        Nothing is watched yet. A monitor expects a job by a schedule: a backup, an import, a queue that is to be
        emptied. The job says when it runs and how it went; where it stays silent, fails or takes too long, this page
        says so, and alerts do.
      </p>
      <p>
        Make a monitor here and send check-ins by its address, or let an SDK send the schedule along: then the first
        check-in makes it.
      </p>
      {snippets && <SnippetParts snippets={snippets} />}
    </div>
  );
}
