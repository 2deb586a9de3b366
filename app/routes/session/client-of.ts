import type { RouterContextProvider } from "react-router";
import { requestContext } from "#app/context.ts";
import { deviceCookie, deviceTokenOf, sessionCookie, sessionTokenOf } from "#app/cookies.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { NewSession } from "#server/commands/sign-in/sessions.ts";

type Asked = { request: Request; context: Readonly<RouterContextProvider> };

/** The client of this request, for throttling and the audit log. */
export function clientOf({ request, context }: Asked): Client {
  const facts = context.get(requestContext);
  const [sessionToken, deviceToken] = [
    sessionTokenOf(request, facts),
    deviceTokenOf(request, facts),
  ];
  return {
    address: facts.address,
    userAgent: request.headers.get("User-Agent") ?? "",
    ...(sessionToken !== undefined && { sessionToken }),
    ...(deviceToken !== undefined && { deviceToken }),
  };
}

/** The cookies of a new session. */
export function signedIn({ context }: Pick<Asked, "context">, session: NewSession): Headers {
  const facts = context.get(requestContext);
  const headers = new Headers({ "Set-Cookie": sessionCookie(session, facts) });
  if (session.device) headers.append("Set-Cookie", deviceCookie(session.device, facts));
  return headers;
}
