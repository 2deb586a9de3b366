import type { ErrorEvent, Exception, Thread } from "#server/domain/event/error-event.ts";
import { Frames } from "./frames.tsx";
import { mechanismSentence } from "./mechanism.ts";

/** The exceptions, outermost first: what was reported, then what caused it. Threads where there is no exception. */
type Stacks = Pick<ErrorEvent, "exceptions" | "threads">;

export function Stack({ project, event: { exceptions, threads } }: { project: string; event: Stacks }) {
  return (
    <>
      {exceptions.map((exception, index) => (
        <ExceptionPart key={index} project={project} exception={exception} isCause={index > 0} />
      ))}
      {threads.map((thread, index) => (
        <ThreadPart key={index} project={project} thread={thread} />
      ))}
    </>
  );
}

type ExceptionProps = { project: string; exception: Exception; isCause: boolean };

function ExceptionPart({ project, exception, isCause }: ExceptionProps) {
  const { type, value, module, mechanism, frames, framesOmitted } = exception;
  const name = [module, type].filter(Boolean).join(".") || "Error";
  return (
    <section className="part">
      <h2>
        {isCause && <span className="meta">Caused by </span>}
        {name} <span className="meta">{mechanismSentence(mechanism)}</span>
      </h2>
      {value && <p className="message">{value}</p>}
      <Frames project={project} frames={frames} omitted={framesOmitted} />
    </section>
  );
}

function ThreadPart({ project, thread }: { project: string; thread: Thread }) {
  const { id, name, crashed, current, frames } = thread;
  const remarks = [crashed && "crashed", current && "current"].filter(Boolean).join(", ");
  const title = [name ?? (id === undefined ? undefined : `thread ${id}`)].filter(Boolean).join(" ");
  return (
    <section className="part">
      <h2>
        Stack{" "}
        <span className="meta">
          {title} {remarks}
        </span>
      </h2>
      <Frames project={project} frames={frames} />
    </section>
  );
}
