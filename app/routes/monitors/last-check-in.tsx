import { Time } from "#app/ui/format/time.tsx";

/** A check-in that did not come is told as that: it was expected then. */
export function LastCheckIn({
  lastAt,
  isMissed,
  now,
}: {
  lastAt?: number;
  isMissed: boolean;
  now: number;
}) {
  if (lastAt === undefined) return "Never";
  return (
    <>
      {isMissed && "Missed "}
      <Time at={lastAt} now={now} />
    </>
  );
}
