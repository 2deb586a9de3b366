import type { ErrorEvent, Exception, Thread } from "#server/domain/event/error-event.ts";
import { Frames } from "./frames.tsx";
import { mechanismSentence } from "./mechanism.ts";

/** The exceptions, outermost first: what was reported, then what caused it. Threads where there is no exception. */
export function Stack({ event: { exceptions, threads } }: { event: ErrorEvent }) {
  return (
    <>
      {exceptions.map((exception, index) => (
        <ExceptionPart key={index} exception={exception} isCause={index > 0} />
      ))}
      {threads.map((thread, index) => (
        <ThreadPart key={index} thread={thread} />
      ))}
    </>
  );
}

function ExceptionPart({ exception, isCause }: { exception: Exception; isCause: boolean }) {
  const { type, value, module, mechanism, frames, framesOmitted } = exception;
  const name = [module, type].filter(Boolean).join(".") || "Error";
  return (
    <section className="part">
      <h2>
        {isCause && <span className="meta">Caused by </span>}
        {name} <span className="meta">{mechanismSentence(mechanism)}</span>
      </h2>
      {value && <p className="message">{value}</p>}
      <Frames frames={frames} omitted={framesOmitted} />
    </section>
  );
}

function ThreadPart({ thread: { id, name, crashed, current, frames } }: { thread: Thread }) {
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
      <Frames frames={frames} />
    </section>
  );
}
