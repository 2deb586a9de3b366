import { href, Link } from "react-router";
import { counted } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Commit } from "#server/storage/releases/release-store.ts";
import type { Suspects } from "./suspects.ts";

const hashShown = 7;

type CommitsProps = { project: string; commits: Commit[]; suspects: Suspects; now: number };

/** Commits since the previous release, as reported by the build. */
export function Commits({ project, commits, suspects, now }: CommitsProps) {
  return (
    <section className="part" id="commits">
      <h2>Commits</h2>
      <Table
        caption="Commits of this release"
        rows={commits}
        keyOf={({ id }) => id}
        columns={[
          {
            head: "Commit",
            className: "whole wide",
            cell: ({ id }) => (
              <code className="soft" title={id}>
                {id.slice(0, hashShown)}
              </code>
            ),
          },
          {
            head: "Message",
            isRowHead: true,
            className: "main",
            cell: (commit) => <Message {...{ commit, now }} />,
          },
          Object.keys(suspects).length > 0 && {
            head: "Suspect for",
            cell: ({ id }) => <SuspectFor project={project} issues={suspects[id] ?? []} />,
          },
          {
            head: "Author",
            cell: ({ author, authorEmail }) => (
              <bdi title={authorEmail}>{author ?? authorEmail}</bdi>
            ),
          },
        ]}
        empty={
          <p className="meta">
            No commits. Send them with <code>sentry-cli releases set-commits VERSION --local</code>{" "}
            to see suspect commits beside issues.
          </p>
        }
      />
    </section>
  );
}

const SuspectFor = ({ project, issues }: { project: string; issues: string[] }) =>
  issues.map((issue) => (
    <Link
      key={issue}
      className="badge regressed"
      to={href("/:project/issues/:issue", { project, issue })}
    >
      {issue}
    </Link>
  ));

function Message({ commit: { message, at, files }, now }: { commit: Commit; now: number }) {
  return (
    <>
      <CommitSubject message={message} />
      {at !== undefined && (
        <small>
          <Time at={at} now={now} />
        </small>
      )}
      {files.length > 0 && <Files files={files} />}
    </>
  );
}

/** The first line of a commit message. */
export const CommitSubject = ({ message }: { message: string }) => (
  <bdi>{message.split("\n", 1)[0]?.trim() || "(no message)"}</bdi>
);

function Files({ files }: { files: string[] }) {
  return (
    <details>
      <summary className="meta">{counted(files.length, "file")}</summary>
      <ul>
        {files.map((file) => (
          <li key={file}>
            <code>{file}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
