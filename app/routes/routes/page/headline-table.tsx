import { ChangeMark, failsMore, moreOften, slower } from "../change-mark.tsx";
import type { Headline } from "./headline.ts";

const wordsOf = { speed: slower, often: moreOften, failures: failsMore };

/** The figures beside those of the period before, called changed only where chance alone does not explain it. */
export function HeadlineTable({ headline, isCompared }: { headline: Headline[]; isCompared: boolean }) {
  return (
    <table className="ledger figures">
      <caption>Figures of this route</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" className="number">
            Now
          </th>
          {isCompared && (
            <>
              <th scope="col" className="number">
                Before
              </th>
              <th scope="col" className="number">
                Change
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {headline.map(({ name, now, before, by, words }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="number">
              <b>{now}</b>
            </td>
            {isCompared && (
              <>
                <td className="number">{before ?? "—"}</td>
                <td className="number">
                  <ChangeMark by={by} words={wordsOf[words]} isGoodOrBad={words !== "often"} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
