import { counted } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { Commit } from "#server/storage/release-store.ts";

/** What was changed since the release before, as the build told. */
export function Commits({ commits, now }: { commits: Commit[]; now: number }) {
  return (
    <section className="part" id="commits">
      <h2>Commits</h2>
      {commits.length === 0 ? (
        <p className="meta">
          None were told. <code>sentry-cli releases set-commits VERSION --local</code> tells them, and then the commit
          that an error probably comes from stands beside it.
        </p>
      ) : (
        <table className="ledger commits">
          <caption>Commits of this release</caption>
          <thead>
            <tr>
              <th scope="col">Commit</th>
              <th scope="col">Author</th>
              <th scope="col">Files</th>
            </tr>
          </thead>
          <tbody>
            {commits.map((commit) => (
              <Row key={commit.id} commit={commit} now={now} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const hashShown = 7;

function Row({ commit: { id, message, author, authorEmail, at, files }, now }: { commit: Commit; now: number }) {
  return (
    <tr>
      <th scope="row">
        <CommitSubject message={message} />
        <div className="meta">
          <code title={id}>{id.slice(0, hashShown)}</code>
          {at !== undefined && (
            <>
              {" · "}
              <Time at={at} now={now} />
            </>
          )}
        </div>
      </th>
      <td>
        <bdi title={authorEmail}>{author ?? authorEmail}</bdi>
      </td>
      <td>{files.length > 0 && <Files files={files} />}</td>
    </tr>
  );
}

/** A commit's first line says what it does. */
export const CommitSubject = ({ message }: { message: string }) => (
  <bdi>{message.split("\n", 1)[0]?.trim() || "(no message)"}</bdi>
);

function Files({ files }: { files: string[] }) {
  return (
    <details>
      <summary className="meta">{counted(files.length, "file")}</summary>
      <ul className="files">
        {files.map((file) => (
          <li key={file}>
            <code>{file}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
