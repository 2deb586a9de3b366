import { bytesText } from "#app/ui/bytes.ts";
import { grouped } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { RetentionAct, RetentionKind } from "#server/storage/retention-store.ts";

const words: { [kind in RetentionKind]: string } = {
  age: "expired",
  size: "deleted over the size limit",
  thinned: "downsampled",
};

/** What retention did, the newest first. */
export function ActsTable({ acts, now }: { acts: RetentionAct[]; now: number }) {
  return (
    <table className="ledger words">
      <caption>Data deleted by retention</caption>
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          <th scope="col">Action</th>
          {["When", "Events", "Traces", "Size"].map((column) => (
            <th key={column} scope="col" className="number">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {acts.map(({ at, kind, day, events, traces, bytes }) => (
          <tr key={`${day} ${kind} ${at}`}>
            <th scope="row">
              <time dateTime={day}>{day}</time>
            </th>
            <td>{words[kind]}</td>
            <td className="number">
              <Time at={at} now={now} />
            </td>
            <td className="number">{grouped(events)}</td>
            <td className="number">{grouped(traces)}</td>
            <td className="number">{kind === "thinned" ? "" : bytesText(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
