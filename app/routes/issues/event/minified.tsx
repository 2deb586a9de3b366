import { href, Link } from "react-router";
import type { UnmappedReason } from "#server/domain/artifact/artifact.ts";
import { unmappedWords } from "#server/domain/artifact/unmapped-words.ts";
import type { Frame } from "#server/domain/event/error-event.ts";
import { isUnnamed } from "./frame-name.tsx";
import { fileName } from "./unmapped-files.ts";

/** What the browser ran where the page shows what was written: `minified index-4f2a.js:1:33853 in Rd`. */
export function Ran({ minified }: { minified: NonNullable<Frame["minified"]> }) {
  const { file, line, column, function: name } = minified;
  const place = [file && fileName(file), line, column].filter((part) => part !== undefined).join(":");
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

export function WhyUnmapped({ project, reason }: { project: string; reason: UnmappedReason }) {
  return (
    <p className="ran meta">
      No source map: {unmappedWords[reason]}.{" "}
      <Link to={href("/:project/settings/source-maps", { project })}>Fix source maps</Link>
    </p>
  );
}
