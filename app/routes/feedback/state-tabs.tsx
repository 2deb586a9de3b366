import { useLocation } from "react-router";
import { Find } from "#app/ui/find.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import type { FeedbackState } from "#server/domain/feedback/feedback.ts";

type Counts = { [state in FeedbackState]: number };

/** Each state with its count, and the search field; both are in the URL and keep each other. */
export function FeedbackFilter({
  state,
  query,
  counts,
}: {
  state: string;
  query: string;
  counts: Counts;
}) {
  const kept = keptSearch(useLocation().search);
  const all = counts.unread + counts.resolved + counts.spam;
  const tab = (text: string, name: string, count: number) => {
    const params = new URLSearchParams(kept);
    params.set("state", name);
    if (query) params.set("query", query);
    return { text, count, current: state === name, to: { search: params.toString() } };
  };
  const tabs = [
    tab("Unread", "unread", counts.unread),
    tab("Resolved", "resolved", counts.resolved),
    tab("Spam", "spam", counts.spam),
    tab("All", "all", all),
  ];
  return (
    <div className="row list-head">
      <Tabs label="States" tabs={tabs} className="tabs pills" />
      <Find
        {...{ of: "Feedback", label: "Search", query }}
        placeholder="Search by message, name, or email"
      />
    </div>
  );
}
