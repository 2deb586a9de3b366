import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { ErrorEvent, Exception, Thread } from "#server/domain/event/error-event.ts";
import { Frames } from "./frames.tsx";
import { mechanismSentence } from "./mechanism.ts";
import { stackText } from "./stack-text.ts";

/** The exceptions, outermost first, or threads if there is no exception. */
type Stacks = Pick<ErrorEvent, "exceptions" | "threads">;
/** `said`: the part already in the page's title. */
type StackProps = { project: string; event: Stacks; said?: string | undefined };

export function Stack({ project, event, said }: StackProps) {
  const { exceptions, threads } = event;
  const view = useStackView();
  if (![...exceptions, ...threads].some(({ frames }) => frames.length > 0) || view !== "raw")
    return <Parts {...{ project, exceptions, threads, view, said }} />;
  return (
    <section className="part">
      <div className="row between">
        <h2>Stack trace</h2>
        <StackViews view={view} />
      </div>
      <pre className="raw">
        <code>{stackText(event)}</code>
      </pre>
    </section>
  );
}

function Parts({
  project,
  exceptions,
  threads,
  view,
  said,
}: Stacks & Pick<StackProps, "project" | "said"> & { view: StackView }) {
  const isWhole = view === "full";
  const hasFolds = [...exceptions, ...threads].some(({ frames }) => frames.length > 1);
  return (
    <>
      {exceptions.map((exception, index) => (
        <ExceptionPart
          key={index}
          {...{ project, exception, isWhole, said }}
          isCause={index > 0}
          views={hasFolds && index === 0 && <StackViews view={view} />}
        />
      ))}
      {threads.map((thread, index) => (
        <ThreadPart
          key={index}
          {...{ project, thread, isWhole }}
          views={hasFolds && exceptions.length + index === 0 && <StackViews view={view} />}
        />
      ))}
    </>
  );
}

type ExceptionProps = Pick<StackProps, "project" | "said"> & {
  exception: Exception;
  isCause: boolean;
  isWhole: boolean;
  /** The view switch, next to the first stack's name. */
  views: ReactNode;
};

function ExceptionPart({ project, exception, isCause, isWhole, views, said }: ExceptionProps) {
  const { type, value, module, mechanism, frames, framesOmitted } = exception;
  const name = [module, type].filter(Boolean).join(".") || "Error";
  return (
    <section className="part">
      <div className="row between">
        <h2>
          {isCause && <span className="meta">Caused by </span>}
          {name} <span className="meta">{mechanismSentence(mechanism)}</span>
        </h2>
        {views}
      </div>
      {value && (isCause || value !== said) && <p className="message">{value}</p>}
      <Frames {...{ project, frames, isWhole }} omitted={framesOmitted} />
    </section>
  );
}

function ThreadPart({
  project,
  thread,
  isWhole,
  views,
}: {
  project: string;
  thread: Thread;
  isWhole: boolean;
  views: ReactNode;
}) {
  const { id, name, crashed, current, frames } = thread;
  const remarks = [crashed && "crashed", current && "current"].filter(Boolean).join(", ");
  const title = [name ?? (id === undefined ? undefined : `thread ${id}`)].filter(Boolean).join(" ");
  return (
    <section className="part">
      <div className="row between">
        <h2>
          Stack{" "}
          <span className="meta">
            {title} {remarks}
          </span>
        </h2>
        {views}
      </div>
      <Frames {...{ project, frames, isWhole }} />
    </section>
  );
}

type StackView = "app" | "full" | "raw";

const views: [view: StackView, name: string][] = [
  ["app", "In-app"],
  ["full", "Full stack"],
  ["raw", "Raw"],
];

/** The stack view in the URL: collapsed library frames, all frames, or plain text. */
function useStackView(): StackView {
  const asked = new URLSearchParams(useLocation().search).get("stack");
  return views.find(([view]) => view === asked)?.[0] ?? "app";
}

function StackViews({ view }: { view: StackView }) {
  const { search } = useLocation();
  const to = (each: StackView) => {
    const params = new URLSearchParams(search);
    if (each === "app") params.delete("stack");
    else params.set("stack", each);
    return `?${params}`;
  };
  return (
    <nav className="row meta" aria-label="Stack trace">
      {views.map(([each, name]) => [
        " ",
        <Link
          key={each}
          to={to(each)}
          aria-current={each === view ? "true" : undefined}
          preventScrollReset
        >
          {name}
        </Link>,
      ])}
    </nav>
  );
}
