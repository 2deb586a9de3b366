import { requireProject } from "#app/guard.ts";
import type { Route } from "./+types/members.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  return { project: project.name, ...(await services.store.members.list({ projectId: project.id, limit: 50 })) };
}

export default function Members({ loaderData: { project, rows } }: Route.ComponentProps) {
  return (
    <>
      <title>{`Members · ${project} · Spoor`}</title>
      <h1>Members</h1>
      <table>
        <caption>Who is a member of {project}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Mail address</th>
            <th scope="col">Role</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ user, role }) => (
            <tr key={user.id}>
              <th scope="row">{user.name}</th>
              <td>{user.email}</td>
              <td>{role}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
