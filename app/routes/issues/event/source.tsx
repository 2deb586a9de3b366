import type { Frame, FrameContext } from "#server/domain/event/error-event.ts";
import { markColumn } from "./marked-column.ts";

type Props = { context: FrameContext } & Pick<Frame, "line" | "column">;

/** The lines around the executed line, which is marked. */
export function Source({ context: { pre, line, post }, line: number, column }: Props) {
  const first = number === undefined ? undefined : number - pre.length;
  const numbered = [...pre, line, ...post].map((text, index) => ({
    text,
    isHit: index === pre.length,
    number: first === undefined ? "" : first + index,
  }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by keyboard too
    <pre className="source" tabIndex={0}>
      <code>
        {numbered.map(({ text, isHit, number: lineNumber }, index) => {
          const Line = isHit ? "mark" : "span";
          return (
            <Line key={index} className="line">
              <span className="line-number">{String(lineNumber).padStart(5)} </span>
              {isHit ? <Hit text={text} column={column} /> : text}
              {"\n"}
            </Line>
          );
        })}
      </code>
    </pre>
  );
}

function Hit({ text, column }: { text: string; column?: number }) {
  const parts = markColumn(text, column);
  if (!parts) return text;
  return (
    <>
      {parts[0]}
      <u>{parts[1]}</u>
      {parts[2]}
    </>
  );
}
