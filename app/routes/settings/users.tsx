import { requireOwner } from "#app/guard.ts";
import type { Route } from "./+types/users.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services } = requireOwner(args);
  const users = await services.store.people.list();
  return { rows: users.map(({ id, name, email, role }) => ({ id, name, email, role })) };
}

export default function Users({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <>
      <title>Users · Spoor</title>
      <h1>Users</h1>
      <table>
        <caption>Everybody who can sign in to this Spoor</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Mail address</th>
            <th scope="col">Role</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, email, role }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{email}</td>
              <td>{role}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
