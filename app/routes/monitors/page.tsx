import { data, href, Link, redirect, useLocation, Form } from "react-router";
import { requestContext } from "#app/context.ts";
import { late } from "#app/enhance/late.tsx";
import { still } from "#app/enhance/still.tsx";
import { notFound } from "#app/guard.ts";
import { muteEnd } from "#app/ui/form/mute-choices.ts";
import { MuteForm } from "#app/ui/form/mute-form.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Notes } from "#app/ui/notes.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { formValues } from "#server/domain/form/read-form.ts";
import type { Monitor } from "#server/domain/monitor/monitor.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Services } from "#server/services.ts";
import type { Route } from "./+types/page.ts";
import { readMonitor } from "./read-monitor.ts";
import { requireMonitor } from "./require-monitor.ts";
import { StatusMark } from "./status-mark.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/performance.css";

export async function loader(args: Route.LoaderArgs) {
  return readMonitor(args, args.context.get(requestContext).publicUrl);
}

export async function action(args: Route.ActionArgs) {
  const { services, project } = await requireMonitor(args, "issue:triage");
  const { monitor } = args.params;
  const acted = await actOn(services, project, monitor, formValues(await args.request.formData()));
  if (!isProblem(acted))
    return redirect(href("/:project/monitors/:monitor", { project: project.slug, monitor }), 303);
  if (acted.problem === "not-found") throw notFound(args, acted.detail);
  return data({ errors: { form: acted.detail }, values: {} }, { status: 422 });
}

export type Loaded = Route.ComponentProps["loaderData"];

const History = still(async () => (await import("./history.tsx")).History);
const SnippetParts = late(async () => (await import("./snippet-parts.tsx")).SnippetParts);

export default function MonitorPage({
  loaderData,
  actionData: wrong,
  params,
}: Route.ComponentProps) {
  const { shown, facts, notes, acts, strip, releases, checkIns, next, incidents, snippets, now } =
    loaderData;
  const search = keptSearch(useLocation().search);
  return (
    <>
      <ProjectTitle>{`${shown.name} · Monitors`}</ProjectTitle>
      <Crumbs scope={<ScopeMenus />}>
        <Link to={{ pathname: href("/:project/monitors", params), search }}>Monitors</Link>
      </Crumbs>
      <div className="row">
        <h1>{shown.name}</h1> <StatusMark status={shown.status} text={shown.text} />
      </div>
      {acts && <Acts {...acts} {...{ project: params.project, monitor: params.monitor, now }} />}
      <FormError wrong={wrong} />
      <Facts
        facts={[
          ["Schedule", `${shown.schedule}, ${shown.timeZone}`],
          ["Cron", shown.line !== undefined && <code key="line">{shown.line}</code>],
          [
            "Next check-in",
            shown.expected && (
              <>
                <Time at={shown.expected.at} now={now} />{" "}
                <span className="meta">{shown.expected.local}</span>
              </>
            ),
          ],
          ...facts,
        ]}
      />
      <Notes notes={notes} />
      <History
        {...{
          project: params.project,
          environments: shown.environments,
          strip,
          releases,
          checkIns,
          next,
          incidents,
          now,
        }}
      />
      <h2>Send check-ins</h2>
      {snippets && <SnippetParts snippets={snippets} />}
    </>
  );
}

/** Runs one of the page's actions by intent. */
async function actOn(
  { commands, now }: Services,
  project: Project,
  slug: string,
  { intent, for: length }: { [field: string]: string },
): Promise<Monitor | Problem> {
  if (intent === "pause") return commands.pauseMonitor(project, slug);
  if (intent === "resume") return commands.resumeMonitor(project, slug);
  if (intent === "unmute") return commands.muteMonitor(project, slug, undefined);
  const until = muteEnd(length, now());
  if (intent !== "mute") return { problem: "invalid", detail: "Unknown action." };
  if (until === undefined) return { problem: "invalid", detail: "Select a duration." };
  return commands.muteMonitor(project, slug, until);
}

type ActsProps = {
  project: string;
  monitor: string;
  mutedUntil?: number;
  isPaused: boolean;
  mayDelete: boolean;
  now: number;
};

/** Actions on a monitor. */
function Acts({ project, monitor, mutedUntil, isPaused, mayDelete, now }: ActsProps) {
  const params = { project, monitor };
  return (
    <div className="row">
      {mutedUntil !== undefined && (
        <span>
          Muted, ends <Time at={mutedUntil} now={now} />
        </span>
      )}
      <MuteForm isMuted={mutedUntil !== undefined} />
      <Form method="post">
        <button name="intent" value={isPaused ? "resume" : "pause"}>
          {isPaused ? "Resume" : "Pause"}
        </button>
      </Form>
      <Link className="button" to={href("/:project/monitors/:monitor/edit", params)}>
        Edit
      </Link>
      {mayDelete && (
        <Link className="button danger" to={href("/:project/monitors/:monitor/delete", params)}>
          Delete
        </Link>
      )}
    </div>
  );
}
