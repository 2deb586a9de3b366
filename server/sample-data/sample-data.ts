import type { Uploads } from "#server/artifacts/uploads.ts";
import { deleteProject } from "#server/commands/project-settings.ts";
import { makeProject } from "#server/commands/projects.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Store } from "#server/storage/store.ts";
import type { Doer } from "#server/domain/people/audit.ts";
import type { Deletion } from "#server/storage/projects/project-store.ts";
import type { User } from "#server/domain/people/person.ts";

/** A project with a week of made-up data for evaluating Spoor. */
export interface SampleData {
  /** `isLoading`: data is still being added. */
  state(): Promise<{ project?: Project; isLoading: boolean }>;
  /**
   * Resolves when the project exists. Its data arrives within seconds. "conflict" if there is one
   * already.
   */
  load(by: Doer, options?: SampleOptions): Promise<Project | Problem>;
  /** Resolves when all of it is stored, for commands that wait. */
  loaded(): Promise<void>;
  /** Deletes the project and all its data. */
  remove(by: Doer): Promise<Deletion | Problem>;
}

/**
 * `teammates`: accounts that some issues are assigned to. Only made-up ones, because real members
 * would be notified.
 */
export type SampleOptions = { teammates?: User[] };

export type SampleDeps = {
  store: Store;
  dataFolder: string;
  uploads: Pick<Uploads, "storeChunks" | "assemble">;
  now: () => number;
  log: Log;
};

/** JSON of `Noted`, which other processes of this instance also read. */
const settingName = "sample project";
type Noted = {
  id: Project["id"];
  /** Absent once everything is stored. */ loadingSince?: number;
};

/** A process that was stopped while loading never reports completion. */
const longestLoadMs = 300_000;

export function createSampleData(deps: SampleDeps): SampleData {
  const { store, now, log } = deps;
  let loading: Promise<void> | undefined;

  const note = (noted: Noted) => store.settings.set(settingName, JSON.stringify(noted));

  async function known(): Promise<{ project: Project; isLoading: boolean } | undefined> {
    const text = await store.settings.get(settingName);
    if (text === undefined) return undefined;
    const { id, loadingSince = -Infinity } = JSON.parse(text) as Noted;
    const project = await store.projects.byId(id);
    return project && { project, isLoading: now() - loadingSince < longestLoadMs };
  }

  async function fillIt(project: Project, by: Doer, options: SampleOptions): Promise<void> {
    const { fillShop } = await import("./fill-shop.ts");
    await fillShop(deps, project, by, options);
  }

  return {
    state: async () => (await known()) ?? { isLoading: false },
    async load(by, options = {}) {
      if (await known()) return loadedAlready;
      const project = await makeShop(deps, by);
      if (isProblem(project)) return project;
      await note({ id: project.id, loadingSince: now() });
      loading = fillIt(project, by, options)
        .catch((error: unknown) => log("error", "The sample data could not be loaded.", { error }))
        .then(() => note({ id: project.id }));
      return project;
    },
    loaded: async () => loading,
    async remove(by) {
      const found = await known();
      if (!found) return noSample;
      const { project } = found;
      const deletion = await deleteProject({ store, now }, by, project, project.slug);
      // Another request was faster.
      if (isProblem(deletion)) return deletion.problem === "not-found" ? noSample : deletion;
      await store.settings.remove(settingName);
      return deletion;
    },
  };
}

const loadedAlready: Problem = {
  problem: "conflict",
  detail: "The sample data is loaded already.",
};
const noSample: Problem = { problem: "conflict", detail: "No sample data is loaded." };

const names = [
  { name: "Shop", slug: "shop" },
  { name: "Sample shop", slug: "sample-shop" },
] as const;

/** An existing project keeps its name. */
async function makeShop({ store, now }: SampleDeps, { asker }: Doer): Promise<Project | Problem> {
  const [first, second] = names;
  const made = await makeProject({ store, now }, { ...first, platform: "react-router" }, asker);
  if (!isProblem(made) || made.problem !== "conflict") return made;
  return makeProject({ store, now }, { ...second, platform: "react-router" }, asker);
}
