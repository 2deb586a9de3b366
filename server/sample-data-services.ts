import type { User } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Doer } from "#server/people-services.ts";
import type { Deletion } from "#server/storage/projects/project-store.ts";

/** A project with a week of made-up data, so that someone who evaluates Spoor sees what it shows. */
export interface SampleData {
  /** `isLoading`: data is still put into it. */
  state(): Promise<{ project?: Project; isLoading: boolean }>;
  /** Resolves when the project exists; its data arrives within seconds. "conflict" when there is one already. */
  load(by: Doer, options?: SampleOptions): Promise<Project | Problem>;
  /** Resolves when all of it is stored: for a command that waits. */
  loaded(): Promise<void>;
  /** Deletes the project and everything in it. */
  remove(by: Doer): Promise<Deletion | Problem>;
}

/** `teammates`: accounts that some issues are assigned to. Real members would be notified, so only made-up ones are named. */
export type SampleOptions = { teammates?: User[] };
