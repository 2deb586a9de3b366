import { data, redirect } from "react-router";
import { type Theme, requestContext, themes } from "#app/context.ts";
import { themeCookie } from "#app/cookies.ts";
import { localPath } from "#app/local-path.ts";
import type { Route } from "./+types/page.ts";

/** Shows nothing, but is a page, so that the router checks the origin of posts. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const theme = themes.find((each) => each === form.get("theme"));
  if (!theme) throw data({ detail: `Themes: ${themes.join(", ")}.` }, { status: 422 });
  return redirect(localPath(form.get("next")) ?? "/", {
    status: 303,
    headers: setTheme(theme, context),
  });
}

function setTheme(theme: Theme, context: Route.ActionArgs["context"]) {
  return { "Set-Cookie": themeCookie(theme, context.get(requestContext)) };
}

export default function ThemePage() {
  return null;
}
