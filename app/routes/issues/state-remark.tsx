import { ReleaseLink } from "#app/ui/release-link.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { counted } from "#server/domain/count.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IgnoreUntil } from "#server/domain/issue/state.ts";

/** Details that the state badge omits. */
export function StateRemark({ issue, now }: { issue: Issue; now: number }) {
  const { state, count, userCount, firstRelease, firstSeen } = issue;
  if (state.state === "resolved")
    return (
      <>
        {" "}
        {state.in.kind === "release" && (
          <>
            in <ReleaseLink version={state.in.version} />{" "}
          </>
        )}
        <Time at={state.at} now={now} />
      </>
    );
  if (state.state === "open" && state.substate === "new" && firstRelease !== undefined)
    return (
      <>
        {" "}
        in <ReleaseLink version={firstRelease} />, <Time at={firstSeen} now={now} />
      </>
    );
  if (state.state === "ignored")
    return <> {ignoredUntil(state.until, { count, userCount }, now)}</>;
  return null;
}

function ignoredUntil(
  until: IgnoreUntil,
  { count, userCount }: Pick<Issue, "count" | "userCount">,
  now: number,
) {
  switch (until.kind) {
    case "forever":
      return "until reopened";
    case "time":
      return <Time at={until.at} now={now} />;
    case "count":
      return `until ${counted(Math.max(0, until.count - count), "more event")}`;
    case "users":
      return `until ${counted(Math.max(0, until.users - userCount), "more user affected", "more users affected")}`;
    case "escalates":
      return "until escalating";
  }
}
