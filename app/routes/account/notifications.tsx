import { data, Form, redirect } from "react-router";
import * as v from "valibot";
import { requireViewer } from "#app/guard.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { readForm } from "#server/domain/form/read-form.ts";
import {
  type NoticeReach,
  noticeReaches,
  noticeTopics,
  topicWords,
} from "#server/domain/notice/choice.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/notifications.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** A selected checkbox sends its name; projects send `reach-7`. */
const form = v.record(v.string(), v.string());

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const [{ unwanted, reaches, weekly }, projects] = await Promise.all([
    services.store.noticeChoices.of(viewer.user.id),
    services.store.projects.list(),
  ]);
  const reachOf = new Map(reaches.map(({ projectId, reach }) => [projectId, reach]));
  const readable = projects.filter(({ id }) => may(viewer, "project:read", id));
  return {
    wanted: noticeTopics.filter((topic) => !unwanted.includes(topic)),
    projects: readable.map(({ id, name }) => ({ id, name, reach: reachOf.get(id) ?? "mine" })),
    weekly,
    saved: args.url.searchParams.has("saved"),
  };
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = requireViewer(args);
  const read = readForm(form, await args.request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const { fields } = read;
  const projects = (await services.store.projects.list()).filter(({ id }) =>
    may(viewer, "project:read", id),
  );
  await services.commands.saveNoticeChoices(viewer, {
    weekly: fields.weekly !== undefined,
    unwanted: noticeTopics.filter((topic) => fields[topic] === undefined),
    reaches: projects.flatMap(({ id: projectId }) => {
      const reach = noticeReaches.find((each) => each === fields[`reach-${projectId}`]);
      return reach === undefined || reach === "mine" ? [] : [{ projectId, reach }];
    }),
  });
  return redirect(`${args.url.pathname}?saved`, 303);
}

const reachWords: Record<NoticeReach, string> = {
  everything: "Everything",
  mine: "Issues I'm subscribed to",
  nothing: "Nothing",
};

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { wanted, projects, weekly, saved } = loaderData;
  return (
    <>
      <title>Notifications · Spoor</title>
      <SettingsPart
        title="Notifications"
        text="You're subscribed when you comment, are assigned, or are mentioned. You aren't notified of your own actions."
      >
        {saved && <output>Saved.</output>}
        <Form
          className="form"
          method="post"
          noValidate
          key={JSON.stringify([wanted, projects, weekly])}
        >
          <fieldset>
            <legend>Email me when</legend>
            {noticeTopics.map((topic) => (
              <Checkbox
                key={topic}
                name={topic}
                label={topicWords[topic]}
                checked={wanted.includes(topic)}
              />
            ))}
          </fieldset>
          <fieldset>
            <legend>Weekly digest</legend>
            <Checkbox
              name="weekly"
              label="Email me a summary of each project every Monday at 08:00 UTC"
              checked={weekly}
            />
          </fieldset>
          {projects.length > 0 && (
            <fieldset>
              <legend>Issues, by project</legend>
              {projects.map(({ id, name, reach }) => (
                <Choice
                  key={id}
                  name={`reach-${id}`}
                  label={name}
                  options={reachWords}
                  chosen={reach}
                />
              ))}
            </fieldset>
          )}
          <button className="primary">Save</button>
        </Form>
      </SettingsPart>
    </>
  );
}
