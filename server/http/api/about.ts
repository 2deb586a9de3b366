import { organization, projectsOf } from "./asked-projects.ts";
import { answer, type ApiAnswer, type AskedOfApi } from "./call.ts";

/** `sentry-cli info`: the token's owner. */
export async function aboutToken({ viewer }: AskedOfApi): Promise<ApiAnswer> {
  const { user, scopes } = viewer;
  return answer({
    version: "0",
    auth: { scopes: scopes ?? [] },
    user: { id: String(user.id), email: user.email, name: user.name },
  });
}

/** Newer tools request the organization's URL and don't follow other origins. */
export async function aboutOrganization({ publicUrl }: AskedOfApi): Promise<ApiAnswer> {
  const links = { regionUrl: publicUrl, organizationUrl: publicUrl };
  return answer({ id: "1", slug: organization, name: "Spoor", links });
}

export async function listOrganizations(asked: AskedOfApi): Promise<ApiAnswer> {
  return answer([(await aboutOrganization(asked)).json]);
}

export async function listProjects(asked: AskedOfApi): Promise<ApiAnswer> {
  const projects = await projectsOf(asked);
  return answer(
    projects.map(({ id, slug, name, platform }) => ({
      id: String(id),
      slug,
      name,
      platform,
      organization: { id: "1", slug: organization, name: "Spoor" },
    })),
  );
}

/** Repositories aren't connected, so tools send commits themselves. */
export const noRepositories = async (): Promise<ApiAnswer> => answer([]);
export const noPreviousCommits = async (): Promise<ApiAnswer> => answer({});
