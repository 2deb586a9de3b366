import { data, Form, href, Link } from "react-router";
import { requireProject } from "#app/guard.ts";
import { bytesText } from "#app/ui/format/bytes.ts";
import { counted, grouped } from "#server/domain/count.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { readForm } from "#server/domain/form/read-form.ts";
import { mayAdminister } from "#server/domain/people/permission.ts";
import { projectDaysForm } from "#server/domain/retention/limits-form.ts";
import type { Route } from "./+types/retention.ts";
import { saveSettings } from "./save-settings.ts";
import { isSaved, Saved } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { services, project, viewer } = await requireProject(args, "project:change");
  const [{ limits, shares }, { settings, name }] = [await services.readStorage(), project];
  const share = shares.find(({ projectId }) => projectId === project.id);
  // Data since the last measurement is unknown: zero would be wrong.
  const isMeasured =
    share !== undefined && (share.events + share.traces > 0 || project.firstEventAt === undefined);
  return {
    name,
    everywhere: limits.eventDays,
    mayChangeLimit: mayAdminister(viewer),
    own: settings.retention.eventDays,
    saved: isSaved(args.url),
    share: isMeasured ? share : undefined,
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const posted = await args.request.formData();
  const read = readForm(projectDaysForm, posted);
  if (!read.ok) return data(read, { status: 422 });
  return saveSettings(asked, { url: args.url, posted }, { retention: read.fields }, "retention");
}

export default function Retention({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, everywhere, mayChangeLimit, own, share, saved } = loaderData;
  return (
    <>
      <title>{`Retention · ${name} · Spoor`}</title>
      <SettingsPart
        title="Retention"
        text={
          <>
            {mayChangeLimit ? (
              <Link to={href("/settings/storage")}>Instance retention</Link>
            ) : (
              "Instance retention"
            )}
            {` is ${counted(everywhere, "day")} for events, traces, attachments, and check-ins. Issues and counts are kept until deleted.`}
          </>
        }
      >
        <Saved saved={saved && !wrong} />
        <FormError wrong={wrong} />
        <Form className="form" method="post" noValidate>
          <Field
            {...{
              label: "Retention of this project, days",
              name: "eventDays",
              defaultValue: own,
              wrong,
            }}
            {...{ inputMode: "numeric", size: 6 }}
            hint="Leave blank for the instance default. Longer values have no effect, and check-ins always follow the default. Older data is deleted within minutes. This cannot be undone."
          />
          <button className="primary">Save</button>
        </Form>
      </SettingsPart>
      <SettingsPart title="Usage" text={share && "Estimated from event and trace counts."}>
        {share ? (
          <Facts
            facts={[
              ["Events", `${grouped(share.events)} (${bytesText(share.eventBytes)})`],
              ["Traces", `${grouped(share.traces)} (${bytesText(share.traceBytes)})`],
              ["Attachments", bytesText(share.attachmentBytes)],
              ["Source maps", bytesText(share.artifactBytes)],
            ]}
          />
        ) : (
          <p className="empty">
            No breakdown yet. Usage by kind and project is measured every 10 minutes.
          </p>
        )}
      </SettingsPart>
    </>
  );
}
