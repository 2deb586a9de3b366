import { href, useLocation } from "react-router";
import { keptSearch } from "#app/ui/format/scope.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import type { Issue } from "#server/domain/issue/issue.ts";

const groupingParts = ["grouping", "merged", "similar"];

type TabsProps = {
  project: string;
  issue: Issue;
  feedback: number;
  /** In the time range. */ events: number | undefined;
};

export function IssueTabs({ project, issue, feedback, events }: TabsProps) {
  const { pathname, search } = useLocation();
  const params = { project, issue: issue.shortId };
  const [part = "", eventName] = pathname.split("/").slice(4);
  const tab = (text: string, to: string, current: boolean): Tab => ({
    text,
    current,
    to: { pathname: to, search: keptSearch(search) },
  });
  const onEvent = part === "" || (eventName !== undefined && part === "events");
  const tabs = [
    // A single event, by name or the latest, belongs to the first tab.
    tab("Details", href("/:project/issues/:issue", params), onEvent),
    {
      ...tab(
        "All events",
        href("/:project/issues/:issue/events", params),
        part === "events" && !onEvent,
      ),
      ...(events !== undefined && { count: events }),
    },
    tab("Tags", href("/:project/issues/:issue/tags", params), part === "tags"),
    ...(feedback > 0
      ? [
          {
            ...tab(
              "Feedback",
              href("/:project/issues/:issue/feedback", params),
              part === "feedback",
            ),
            count: feedback,
          },
        ]
      : []),
    tab("Activity", href("/:project/issues/:issue/activity", params), part === "activity"),
    tab("Grouping", href("/:project/issues/:issue/grouping", params), groupingParts.includes(part)),
  ];
  return <Tabs label="Issue" tabs={tabs} />;
}
