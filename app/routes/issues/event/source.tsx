import type { FrameContext } from "#server/domain/event/error-event.ts";

/** The lines around the one that was running, which is marked. */
export function Source({ context: { pre, line, post }, line: number }: { context: FrameContext; line?: number }) {
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
              {`${text}\n`}
            </Line>
          );
        })}
      </code>
    </pre>
  );
}
