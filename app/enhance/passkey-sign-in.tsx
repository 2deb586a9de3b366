import { useEffect, useState } from "react";
import { href, useFetcher } from "react-router";
import { askPasskey, useCanPasskey } from "./passkey-browser.ts";

type Answer = { options: string } | { wrong: string };

/** A sign-in button for passkeys. Rendered only if scripts run and the browser supports them. */
export function PasskeySignIn({ next }: { next: string }) {
  const fetcher = useFetcher<Answer>();
  const [stopped, setStopped] = useState(false);
  const { data, submit } = fetcher;
  useEffect(() => {
    if (!data || !("options" in data)) return;
    const action = `${href("/login/passkey")}?${new URLSearchParams({ next })}`;
    void askPasskey(data.options).then((answer) =>
      answer === undefined
        ? setStopped(true)
        : submit({ intent: "finish", answer }, { method: "post", action }),
    );
  }, [data, submit, next]);
  if (!useCanPasskey()) return null;
  return (
    <fetcher.Form method="post" action={href("/login/passkey")} onSubmit={() => setStopped(false)}>
      <button name="intent" value="begin">
        Sign in with a passkey
      </button>
      <p role="status">
        {data && "wrong" in data ? data.wrong : stopped && "No passkey was used."}
      </p>
    </fetcher.Form>
  );
}
