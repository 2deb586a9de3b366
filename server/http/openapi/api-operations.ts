import type { Described } from "./operation.ts";
import {
  anything,
  integer,
  joined,
  listOf,
  mapOf,
  nullable,
  object,
  oneOf,
  open,
  ref,
  type Schema,
  text,
  time,
} from "./schema.ts";

const organization = object({ id: text(), slug: text(), name: text() });

const linked = joined(
  organization,
  object({ links: object({ regionUrl: text(), organizationUrl: text() }) }),
);

const project = object({
  id: text(),
  slug: text(),
  name: text(),
  platform: text(),
  organization,
});

const release = object({
  version: text(),
  shortVersion: text(),
  dateCreated: time(),
  dateReleased: nullable(time()),
  dateStarted: nullable(time()),
  url: nullable(text()),
  ref: nullable(text()),
  newGroups: integer(),
  projects: listOf(object({ slug: text(), name: text() })),
});

const deploy = object({
  id: text(),
  environment: text(),
  name: nullable(text()),
  url: nullable(text()),
  dateStarted: nullable(time()),
  dateFinished: time(),
});

export const apiSchemas = { ReleaseRecord: release, Deploy: deploy };

const commit = open(
  { id: text() },
  "Optional: message, author_name, author_email, repository, timestamp, and patch_set with paths.",
);

const facts = {
  url: text(),
  ref: text(),
  refs: listOf(open({ commit: text() })),
  dateReleased: time(),
  dateStarted: time(),
  commits: listOf(commit, "Replace the commits of the release."),
  projects: listOf(text(), "Project slugs."),
};

const json = (schema: Schema): Described["body"] => ({ contentType: "application/json", schema });

const make: Described = {
  summary: "Create a release",
  description: "Creates the release in each project. Updates it if it already exists.",
  body: json(object({ version: text() }, facts)),
  answer: { 201: ref("ReleaseRecord"), 208: ref("ReleaseRecord") },
};
const change: Described = {
  summary: "Update a release",
  description: "Updates the given fields. Creates the release if it doesn't exist.",
  body: json(object({}, facts)),
  answer: ref("ReleaseRecord"),
};
const list: Described = { summary: "List releases", answer: listOf(ref("ReleaseRecord")) };
const read: Described = { summary: "Read a release", answer: ref("ReleaseRecord") };

const digest = { type: "string", pattern: "^[0-9a-fA-F]{40}$" };

/** The management API, as routed by `api/routes.ts`. */
export const apiOperations = {
  token: {
    summary: "Read the token and its owner",
    answer: object({
      version: text(),
      auth: object({ scopes: listOf(text()) }),
      user: object({ id: text(), email: text(), name: text() }),
    }),
  },
  organizations: { summary: "List organizations", answer: listOf(linked) },
  organization: { summary: "Read the organization of this instance", answer: linked },
  projects: { summary: "List projects", answer: listOf(project) },
  repositories: {
    summary: "List repositories",
    description: "Always empty. Send commits with the release.",
    answer: listOf(anything()),
  },
  previousCommits: {
    summary: "Read the previous release that has commits",
    answer: mapOf(anything()),
  },
  chunkOptions: {
    summary: "Read upload settings for source maps",
    answer: object({
      url: text(),
      chunkSize: integer(),
      chunksPerRequest: integer(),
      maxFileSize: integer(),
      maxRequestSize: integer(),
      concurrency: integer(),
      hashAlgorithm: text(),
      compression: listOf(text()),
      accept: listOf(text()),
    }),
  },
  chunks: {
    summary: "Upload chunks of an artifact bundle",
    body: {
      contentType: "multipart/form-data",
      schema: object(
        {},
        { file: listOf({ type: "string", contentMediaType: "application/octet-stream" }) },
      ),
    },
    answer: mapOf(anything()),
  },
  assemble: {
    summary: "Assemble an artifact bundle from its chunks",
    description: "Repeat the call until the state is ok or error.",
    body: json(
      object(
        { checksum: digest, chunks: listOf(digest), projects: listOf(text()) },
        { version: text(), dist: text() },
      ),
    ),
    answer: object({
      state: oneOf(["not_found", "created", "ok", "error"]),
      missingChunks: listOf(text()),
      detail: nullable(text()),
    }),
  },
  listReleases: list,
  makeRelease: make,
  readRelease: read,
  changeRelease: change,
  deploys: { summary: "List deploys of a release", answer: listOf(ref("Deploy")) },
  addDeploy: {
    summary: "Add a deploy to a release",
    body: json(
      object(
        { environment: text() },
        { name: text(), url: text(), dateStarted: time(), dateFinished: time() },
      ),
    ),
    answer: { 201: ref("Deploy") },
  },
} as const satisfies { [operation: string]: Described };
