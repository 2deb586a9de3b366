import { percent } from "#server/domain/count.ts";
import { percentage } from "#app/ui/format/percentage.ts";

type Props = { values: { text: string; part: number }[]; whole: number };

/** A distribution: each value above a bar of its share. */
export function Dist({ values, whole }: Props) {
  return (
    <ul className="dist">
      {values.map(({ text, part }) => (
        <li key={text}>
          <span>
            <svg aria-hidden="true">
              <rect width={percentage(whole === 0 ? 0 : part / whole)} height="100%" rx="3" />
            </svg>
            {text}
          </span>{" "}
          <small>{percent(part, whole)}</small>
        </li>
      ))}
    </ul>
  );
}
