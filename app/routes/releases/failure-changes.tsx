import { ChangeMark, failsMore as words } from "#app/routes/routes/change-mark.tsx";
import { shareText } from "#app/routes/routes/figure-text.ts";
import { grouped } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import { ChangedRoute } from "./changed-route.tsx";
import type { ShownFailures } from "./shown-reading.ts";

type FailureProps = { project: string; title: string; changes: ShownFailures[]; search: string };

const mostShown = 20;

/** Routes that fail more or less often in this release than in the previous one. */
export function FailureChanges({ project, title, changes, search }: FailureProps) {
  if (changes.length === 0) return null;
  return (
    <Table
      caption={`Routes that ${title.replace("Fail", "fail")}`}
      rows={changes.slice(0, mostShown)}
      keyOf={({ id }) => id}
      columns={[
        {
          head: title,
          className: "main",
          cell: (change) => <ChangedRoute {...{ project, change, search }} />,
        },
        { head: "Requests", className: "number wide", cell: ({ count }) => grouped(count) },
        {
          head: "Before",
          className: "number wide soft",
          cell: ({ beforeRate }) => shareText(beforeRate),
        },
        { head: "After", className: "number", cell: ({ afterRate }) => shareText(afterRate) },
        {
          head: "Change",
          className: "number",
          cell: ({ beforeRate, afterRate }) =>
            beforeRate > 0 ? (
              <ChangeMark by={afterRate / beforeRate - 1} words={words} />
            ) : (
              <span className="bad">New</span>
            ),
        },
      ]}
    />
  );
}
