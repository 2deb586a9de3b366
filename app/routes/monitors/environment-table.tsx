import { counted } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { ShownMonitor } from "./shown-monitor.ts";
import { StandingMark } from "./standing-mark.tsx";

/** Each environment is watched by itself. */
export function EnvironmentTable({ environments, now }: { environments: ShownMonitor["environments"]; now: number }) {
  return (
    <table className="ledger monitors">
      <caption>By environment</caption>
      <thead>
        <tr>
          <th scope="col">Environment</th>
          <th scope="col" className="state">
            State
          </th>
          <th scope="col" className="number">
            Next expected
          </th>
          <th scope="col" className="number more">
            Last check-in
          </th>
        </tr>
      </thead>
      <tbody>
        {environments.map(({ name, standing, text, expectedAt, lastAt, failures }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td className="state">
              <StandingMark standing={standing} text={text} />
              {failures > 0 && <div className="meta">{counted(failures, "failure")} in a row</div>}
            </td>
            <td className="number">{expectedAt !== undefined && <Time at={expectedAt} now={now} />}</td>
            <td className="number more">
              <Time at={lastAt} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
