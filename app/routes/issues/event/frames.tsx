import { href, Link } from "react-router";
import type { UnmappedReason } from "#server/domain/artifact/artifact.ts";
import { unmappedWords } from "#server/domain/artifact/unmapped-words.ts";
import { grouped } from "#server/domain/count.ts";
import { Pairs } from "#app/ui/pairs.tsx";
import type { Frame } from "#server/domain/event/error-event.ts";
import { FrameName, isUnnamed } from "./frame-name.tsx";
import { foldedSentence, type FrameRun, frameRuns } from "./frame-runs.ts";
import { Source } from "./source.tsx";
import { fileName, firstOfEachFile } from "./unmapped-files.ts";

type FramesProps = { project: string; frames: Frame[]; omitted?: number; isWhole?: boolean };

/** How frames are shown: which is open, and which have a reason why they are not mapped. */
type Shown = { project: string; open?: Frame; unmapped: ReadonlySet<Frame>; isWhole: boolean };

/** A stack, innermost frame first, with the first in-app frame open. */
export function Frames({ project, frames, omitted, isWhole = false }: FramesProps) {
  if (frames.length === 0) return null;
  const open = frames.find((frame) => frame.inApp && hasMore(frame)) ?? frames.find(hasMore);
  const shown = { project, open, unmapped: firstOfEachFile(frames), isWhole };
  return (
    <div className="frames">
      {frameRuns(frames).map((run, index) => (
        <Run key={index} run={run} shown={shown} />
      ))}
      {omitted !== undefined && omitted > 0 && (
        <p className="frame library">
          {grouped(omitted)} frames in the middle of this stack were not stored.
        </p>
      )}
    </div>
  );
}

function Run({ run, shown }: { run: FrameRun; shown: Shown }) {
  if (run.kind === "frame") return <FrameRow frame={run.frame} shown={shown} />;
  return (
    // Its own key: React doesn't close an element that was once rendered open.
    <details key={String(shown.isWhole)} className="frame library fold" open={shown.isWhole}>
      <summary>{foldedSentence(run)}</summary>
      {run.frames.map((frame, index) => (
        <FrameRow key={index} frame={frame} shown={shown} />
      ))}
    </details>
  );
}

function FrameRow({ frame, shown }: { frame: Frame; shown: Shown }) {
  const className = frame.inApp ? "frame" : "frame library";
  const isExplained = shown.unmapped.has(frame);
  const why = isExplained && <WhyUnmapped project={shown.project} reason={frame.unmapped!} />;
  if (!hasMore(frame))
    return (
      <div className={`${className} bare`}>
        <FrameName frame={frame} isExplained={isExplained} />
        {why}
      </div>
    );
  const vars = Object.entries(frame.vars ?? {});
  return (
    <details className={className} open={frame === shown.open}>
      <summary>
        <FrameName frame={frame} isExplained={isExplained} />
      </summary>
      {frame.context && <Source context={frame.context} line={frame.line} column={frame.column} />}
      {frame.minified && <Ran minified={frame.minified} />}
      {why}
      {vars.length > 0 && <Pairs caption="Variables" pairs={vars} />}
    </details>
  );
}

const hasMore = ({ context, vars, minified }: Frame) =>
  context !== undefined || minified !== undefined || Object.keys(vars ?? {}).length > 0;

/** The executed code next to the original: `minified index-4f2a.js:1:33853 in Rd`. */
function Ran({ minified }: { minified: NonNullable<Frame["minified"]> }) {
  const { file, line, column, function: name } = minified;
  const place = [file && fileName(file), line, column]
    .filter((part) => part !== undefined)
    .join(":");
  return (
    <p className="ran meta">
      minified <code title={file}>{place}</code>
      {!isUnnamed(name) && (
        <>
          {" "}
          in <code>{name}</code>
        </>
      )}
    </p>
  );
}

function WhyUnmapped({ project, reason }: { project: string; reason: UnmappedReason }) {
  return (
    <p className="ran meta">
      No source map: {unmappedWords[reason]}.{" "}
      <Link to={href("/:project/settings/source-maps", { project })}>Fix source maps</Link>
    </p>
  );
}
