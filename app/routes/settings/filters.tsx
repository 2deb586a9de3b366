import { data, Form, href, Link } from "react-router";
import * as v from "valibot";
import { requireProject } from "#app/guard.ts";
import { grouped } from "#server/domain/count.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import { TextArea } from "#app/ui/form/text-area.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { patternListField } from "#server/domain/form/pattern-list.ts";
import { checkboxField } from "#server/domain/form/checkbox-field.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import type { FilterReason } from "#server/domain/outcomes.ts";
import { dayMs, hourOf } from "#server/domain/time.ts";
import { filteredByReason } from "#server/domain/inbound-filter/filtered-by-reason.ts";
import type { FilterSettings } from "#server/domain/project/settings.ts";
import type { Route } from "./+types/filters.ts";
import { saveSettings } from "./save-settings.ts";
import { isSaved, Saved } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

type FilterBox = {
  field: Exclude<keyof FilterSettings, "messages" | "releases">;
  label: string;
  hint: string;
  reason: FilterReason;
};

/** The on-off filters, in the form's order. */
const filterBoxes: readonly FilterBox[] = [
  {
    field: "browserExtensions",
    label: "Browser extensions",
    reason: "browser extension",
    hint: "Errors with an extension's code in the stack and none of your application's.",
  },
  {
    field: "legacyBrowsers",
    label: "Legacy browsers",
    reason: "legacy browser",
    hint: "Errors, traces, sessions, and feedback from browsers older than Chrome 80, Edge 80, Firefox 74, or Safari 13.1, and from Internet Explorer.",
  },
  {
    field: "webCrawlers",
    label: "Web crawlers",
    reason: "web crawler",
    hint: "Errors, traces, sessions, and feedback of search engines, link previews, and monitors, recognized by their User-Agent.",
  },
  {
    field: "localhost",
    label: "Localhost",
    reason: "localhost",
    hint: "Errors, traces, sessions, and feedback whose URL is localhost or a loopback address. Behind a proxy, your server must see the public host name.",
  },
  {
    field: "healthChecks",
    label: "Health checks",
    reason: "health check",
    hint: "Requests to paths such as /healthz, /ready, /ping, or /up, and their child spans, whenever they arrive. Errors in them are still stored.",
  },
];

const form = v.object({
  browserExtensions: checkboxField,
  legacyBrowsers: checkboxField,
  webCrawlers: checkboxField,
  localhost: checkboxField,
  healthChecks: checkboxField,
  messages: patternListField,
  releases: patternListField,
});

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:change");
  const entries = await services.store.outcomes.read(project.id, hourOf(services.now() - dayMs));
  const { name, slug, settings } = project;
  return {
    name,
    slug,
    filters: settings.filters,
    counts: filteredByReason(entries),
    saved: isSaved(args.url),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const posted = await args.request.formData();
  const read = readForm(form, posted);
  if (!read.ok) return data(read, { status: 422 });
  return saveSettings(asked, { url: args.url, posted }, { filters: read.fields }, "filters");
}

export default function Filters({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, slug, filters, counts, saved } = loaderData;
  return (
    <>
      <title>{`Filters · ${name} · Spoor`}</title>
      <SettingsPart
        title="Inbound filters"
        text={
          <>
            Data that a filter matches is counted and not stored.{" "}
            <Link to={href("/:project/settings/intake", { project: slug })}>Usage and quotas</Link>{" "}
            shows how much that was. Changes apply to new data within a few seconds.
          </>
        }
      >
        <Saved saved={saved && !wrong} />
        <FiltersForm {...{ filters, counts, wrong }} />
      </SettingsPart>
    </>
  );
}

type FiltersFormProps = {
  filters: FilterSettings;
  counts: { [reason in FilterReason]?: number };
  wrong: Route.ComponentProps["actionData"];
};

function FiltersForm({ filters, counts, wrong }: FiltersFormProps) {
  const posted = wrong?.values;
  const countOf = (reason: FilterReason) =>
    counts[reason] ? `Filtered in the last 24 hours: ${grouped(counts[reason])}.` : "";
  return (
    // A checkbox keeps its own state: the key resets it to the server's value.
    <Form className="form" method="post" noValidate key={JSON.stringify(posted ?? filters)}>
      <FormError wrong={wrong} />
      {filterBoxes.map(({ field, label, hint, reason }) => (
        <Checkbox
          key={field}
          {...{
            name: field,
            label,
            checked: posted ? posted[field] !== undefined : filters[field],
          }}
          hint={`${hint} ${countOf(reason)}`}
        />
      ))}
      <TextArea
        {...{ label: "Error messages", name: "messages", rows: 5, wrong }}
        defaultValue={filters.messages.join("\n")}
        spellCheck={false}
        hint={`One pattern per line, for the type, the message, or “Type: message”. * matches any text, ? one character: *ResizeObserver loop*. ${countOf("message pattern")}`}
      />
      <TextArea
        {...{ label: "Releases", name: "releases", rows: 3, wrong }}
        defaultValue={filters.releases.join("\n")}
        spellCheck={false}
        hint={`One pattern per line, for errors, spans, sessions, and feedback: *-dev, shop@1.*. ${countOf("release pattern")}`}
      />
      <button className="primary">Save</button>
    </Form>
  );
}
