import { Buffer } from "node:buffer";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { FindKey, IngestRequest, Sender } from "#server/ingest/request.ts";

/** A public key, its project if given, and where it was found. */
export type Credential = {
  publicKey: string;
  projectId?: ProjectId;
  version?: string;
  via: string;
};

/**
 * All forms of credentials outside the body (Sentry's developer docs, Authentication), in order of
 * precedence.
 */
export function credentialsOf(
  headers: IngestRequest["headers"],
  query: URLSearchParams,
): Credential[] {
  return [
    fromSentryHeader(headers["x-sentry-auth"], "X-Sentry-Auth"),
    fromAuthorization(headers["authorization"]),
    fromQuery(query),
  ].filter((each) => each !== undefined);
}

/**
 * `{scheme}://{key}[:{secret}]@{host}{/prefix}/{project}`: names the project of a tunneled
 * envelope.
 */
export function credentialOfDsn(dsn: unknown): Credential | undefined {
  // Not `canParse`, which accepts hosts of some 20,000 letters for which `new URL` throws.
  const url = typeof dsn === "string" ? URL.parse(dsn) : null;
  if (!url) return undefined;
  const project = url.pathname.replace(/\/$/, "").split("/").at(-1) ?? "";
  if (!url.username) return undefined;
  return {
    publicKey: url.username,
    projectId: Number(project) as ProjectId,
    via: "the envelope's dsn",
  };
}

function fromSentryHeader(header: string | undefined, via: string): Credential | undefined {
  if (header === undefined || !/^sentry\s/i.test(header)) return undefined;
  const fields = new Map<string, string>();
  for (const [, name, value] of header.matchAll(/(sentry_\w+)\s*=\s*"?([^",\s]*)/gi))
    fields.set(name!.toLowerCase(), value!);
  const publicKey = fields.get("sentry_key");
  return publicKey ? { publicKey, version: fields.get("sentry_version"), via } : undefined;
}

function fromAuthorization(header: string | undefined): Credential | undefined {
  const basic = header && /^basic\s+(\S+)/i.exec(header)?.[1];
  if (!basic) return fromSentryHeader(header, "Authorization");
  const [publicKey] = Buffer.from(basic, "base64").toString("latin1").split(":");
  return publicKey ? { publicKey, via: "Authorization" } : undefined;
}

function fromQuery(query: URLSearchParams): Credential | undefined {
  const publicKey = query.get("sentry_key");
  return publicKey
    ? { publicKey, version: query.get("sentry_version") ?? undefined, via: "the query" }
    : undefined;
}

/**
 * The project that these credentials may send to, or why not. Several are valid if they agree (the
 * Ruby SDK sends two). `refusedSender` checks whether the key is active. The response doesn't say
 * whether key or project is unknown, but repeats what was understood, which helps debugging.
 */
export async function authenticate(
  credentials: Credential[],
  pathProjectId: ProjectId | undefined,
  findKey: FindKey,
): Promise<Sender | Problem> {
  const [first] = credentials;
  if (!first) return missing();
  const clash = credentials.find(
    (each) => each.publicKey.toLowerCase() !== first.publicKey.toLowerCase(),
  );
  if (clash) return disagreeing(first, clash);
  const newer = credentials.find((each) => Number(each.version) > 7);
  if (newer) return tooNew(newer.version!);
  const publicKey = first.publicKey.toLowerCase();
  const asked = [pathProjectId, ...credentials.map((each) => each.projectId)].filter(
    (each) => each !== undefined,
  );
  const found = /^[0-9a-f]{32}$/.test(publicKey) ? await findKey(publicKey) : undefined;
  if (!found || asked.some((each) => each !== found.project.id))
    return unknownPair(publicKey, asked);
  return found;
}

function missing(): Problem {
  return {
    problem: "unauthenticated",
    detail: "missing authorization information",
    causes: [
      "Send sentry_key in the query or in an X-Sentry-Auth header. SDKs do so when the DSN is set.",
    ],
  };
}

function disagreeing(first: Credential, second: Credential): Problem {
  return {
    problem: "unauthenticated",
    detail: "multiple authorization payloads that disagree",
    causes: [`${first.via} and ${second.via} have different keys.`],
  };
}

function tooNew(version: string): Problem {
  return {
    problem: "malformed",
    detail: `Protocol version ${version.slice(0, 10)} is not supported. The newest supported version is 7.`,
  };
}

function unknownPair(publicKey: string, asked: ProjectId[]): Problem {
  const of =
    asked.length > 0
      ? `does not belong to project ${[...new Set(asked)].join(" and ")}`
      : "does not exist";
  return {
    problem: "forbidden",
    detail: `Unknown DSN: the key ${publicKey.slice(0, 64)} ${of}.`,
    causes: ["Compare it with the DSN on the project's connect page."],
  };
}
