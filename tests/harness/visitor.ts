/** A browser without scripts: cookies and forms only. */
export type Visitor = {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  post(
    path: string,
    form: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Page>;
};

export type Page = {
  status: number;
  text: string;
  /** The page's text without parts that differ between responses. */
  main: string;
  location: string | null;
  headers: Headers;
};

export function visit(origin: string): Visitor {
  const cookies = new Map<string, string>();

  async function send(
    path: string,
    init: RequestInit,
    more: Record<string, string> = {},
  ): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(new URL(path, origin), {
      ...init,
      redirect: "manual",
      headers: { ...(cookie && { cookie }), ...more },
    });
    for (const line of answer.headers.getSetCookie()) keep(line);
    const location = answer.headers.get("location");
    const text = await answer.text();
    const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "";
    return { status: answer.status, text, main, location, headers: answer.headers };
  }

  function keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (/Max-Age=0/i.test(line) || value === "") cookies.delete(name!);
    else cookies.set(name!, value!);
  }

  return {
    cookies,
    get: (path, headers) => send(path, {}, headers),
    post: (path, form, headers) =>
      send(path, { method: "POST", body: new URLSearchParams(form) }, headers),
  };
}

/** A signed-in visitor. */
export async function signIn(
  origin: string,
  who: { email: string; password: string },
): Promise<Visitor> {
  const visitor = visit(origin);
  const { status } = await visitor.post("/login", { email: who.email, password: who.password });
  if (status !== 303) throw new Error(`Signing in answered ${status}.`);
  return visitor;
}
