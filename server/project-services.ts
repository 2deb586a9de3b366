import type { Bundle } from "#server/domain/artifact/artifact.ts";
import type { Note } from "#server/domain/event/error-event.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { ScrubbingSettings } from "#server/domain/project/settings.ts";
import type { Doer } from "#server/people-services.ts";
import type { Deletion, KeyLimits, ProjectNames, SettingsChange } from "#server/storage/projects/project-store.ts";

/** The part of `Commands` (services.ts) by which a project, its keys and its settings change. Each leaves its trace in the audit log. */
export interface ProjectCommands {
  /** "conflict" when the slug is another project's, or this is the built-in project's. */
  renameProject(by: Doer, project: Project, names: ProjectNames): Promise<Project | Problem>;
  /** `about` names the page for the audit log: `scrubbing`, `quotas`. */
  changeSettings(by: Doer, project: Project, change: SettingsChange, about: string): Promise<Project | Problem>;
  /** Its keys stop and its pages are gone at once; the rest goes in the background. The slug is typed to confirm. */
  deleteProject(by: Doer, project: Project, typedSlug: string): Promise<Deletion | Problem>;
  makeKey(by: Doer, project: Project, limits: KeyLimits): Promise<Key | Problem>;
  changeKey(by: Doer, project: Project, publicKey: string, limits: KeyLimits): Promise<Key | Problem>;
  /** For ever. */
  revokeKey(by: Doer, project: Project, publicKey: string): Promise<Key | Problem>;
  /** With all of its files. */
  removeBundle(by: Doer, project: Project, bundleId: number): Promise<Bundle | Problem>;
}

/** What these settings would make of a piece of JSON. "invalid" when it is none. */
export type TryScrubbing = (settings: ScrubbingSettings, json: string) => { json: string; notes: Note[] } | Problem;
