import { grouped } from "#app/ui/count.ts";
import { Pairs } from "#app/ui/pairs.tsx";
import type { Frame } from "#server/domain/event/error-event.ts";
import { foldedSentence, type FrameRun, frameRuns } from "./frame-runs.ts";
import { Source } from "./source.tsx";

/** A stack, innermost frame first. The first frame of the application stands open: that is where people look. */
export function Frames({ frames, omitted }: { frames: Frame[]; omitted?: number }) {
  if (frames.length === 0) return null;
  const open = frames.find((frame) => frame.inApp && hasMore(frame)) ?? frames.find(hasMore);
  return (
    <div className="frames">
      {frameRuns(frames).map((run, index) => (
        <Run key={index} run={run} open={open} />
      ))}
      {omitted !== undefined && omitted > 0 && (
        <p className="frame library">{grouped(omitted)} frames in the middle of this stack were not kept.</p>
      )}
    </div>
  );
}

function Run({ run, open }: { run: FrameRun; open?: Frame }) {
  if (run.kind === "frame") return <FrameRow frame={run.frame} open={run.frame === open} />;
  return (
    <details className="frame library fold">
      <summary>{foldedSentence(run)}</summary>
      {run.frames.map((frame, index) => (
        <FrameRow key={index} frame={frame} open={false} />
      ))}
    </details>
  );
}

function FrameRow({ frame, open }: { frame: Frame; open: boolean }) {
  const className = frame.inApp ? "frame" : "frame library";
  if (!hasMore(frame))
    return (
      <p className={`${className} bare`}>
        <FrameName frame={frame} />
      </p>
    );
  const vars = Object.entries(frame.vars ?? {});
  return (
    <details className={className} open={open}>
      <summary>
        <FrameName frame={frame} />
      </summary>
      {frame.context && <Source context={frame.context} line={frame.line} />}
      {vars.length > 0 && <Pairs caption="Variables" pairs={vars} />}
    </details>
  );
}

const hasMore = ({ context, vars }: Frame) => context !== undefined || Object.keys(vars ?? {}).length > 0;

function FrameName({ frame }: { frame: Frame }) {
  const { file, absPath, module, line, column } = frame;
  const place = [file ?? absPath ?? module, line, column].filter((part) => part !== undefined).join(":");
  return (
    <>
      <code className="function">{frame.function ?? "(anonymous)"}</code>{" "}
      <code className="place" title={absPath}>
        {place}
      </code>
    </>
  );
}
