import { makeProject, wrongProject } from "#server/commands/projects.ts";
import type { Config } from "#server/config.ts";
import { platforms } from "#server/domain/form/fields.ts";
import { isProblem } from "#server/domain/problem.ts";
import { dsnOf, otlpEndpointOf } from "#server/domain/project/dsn.ts";
import { addressOf } from "#server/start/listening-address.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { type Command, type CommandInput, textOf } from "./command.ts";
import { notAmong } from "./not-among.ts";

export const projectCreate: Command = {
  summary: `Create a project and its first client key. Platforms: ${platforms.join(", ")}.`,
  options: {
    name: { type: "string", required: true, hint: "NAME" },
    slug: { type: "string", required: true, hint: "SLUG" },
    platform: { type: "string", hint: "PLATFORM" },
  },
  answersJsonToPipes: true,
  mayBeFirst: true,
  refusal(values) {
    const unknown = unknownPlatform(textOf(values, "platform"));
    return unknown === undefined
      ? wrongProject(formOf(values))
      : { problem: "invalid", detail: unknown };
  },
  async run({ values, config, store, now }) {
    const project = await makeProject({ store, now }, formOf(values));
    if (isProblem(project)) return project;
    const data = await describe(project, store, config);
    return { text: `Created project ${data.name} at /${data.slug}. DSN: ${data.dsn}`, data };
  },
};

const formOf = (values: CommandInput["values"]) => ({
  name: textOf(values, "name"),
  slug: textOf(values, "slug"),
  platform: textOf(values, "platform"),
});

export const projectList: Command = {
  summary: "List projects and their DSNs.",
  options: {},
  async run({ config, store }) {
    const projects = await Promise.all(
      (await store.projects.list()).map((each) => describe(each, store, config)),
    );
    const text = projects.map(({ slug, name, dsn }) => `${slug}\t${name}\t${dsn}`).join("\n");
    return { text: text || "No projects yet.", data: { projects } };
  },
};

/** SDK names are more specific than the list: `node-express`, `python-django`. */
function unknownPlatform(platform: string): string | undefined {
  const isKnown = platforms.some((each) => platform === each || platform.startsWith(`${each}-`));
  if (platform === "" || isKnown) return undefined;
  return notAmong("platform", platform, platforms);
}

/** In the format of the data forms. */
async function describe({ id, slug, name }: Project, store: Store, config: Config) {
  const publicKey =
    (await store.projects.keys(id)).find((key) => key.revokedAt === undefined)?.publicKey ?? "";
  const url = addressOf(config);
  const address = { projectId: id, publicKey };
  return {
    id,
    slug,
    name,
    publicKey,
    dsn: dsnOf(url, address),
    otlpEndpoint: otlpEndpointOf(url, address),
  };
}
