import { Time } from "#app/ui/format/time.tsx";

/** A missed check-in is shown as such, with its expected time. */
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
