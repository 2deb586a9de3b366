import type { ClientInstrumentation } from "react-router";
import { onceHydrated } from "./hydrated.ts";
import type { Recorder, Step } from "./recorder.ts";
import { readSettings, type Settings } from "./settings.ts";

export type BrowserTelemetryOptions = Partial<Omit<Settings, "route">>;

/**
 * For `<HydratedRouter instrumentations={…}>`. The SDK loads after hydration; until then, and if
 * loading fails, pages work untraced. Without an endpoint from the document or the options, the
 * list is empty and the router is not wrapped.
 */
export function startBrowserTelemetry(
  options: BrowserTelemetryOptions = {},
): ClientInstrumentation[] {
  const settings = readSettings(options);
  if (!settings) return [];
  const hydratingSince = performance.now();
  let recorder: Recorder | undefined;
  onceHydrated((hydratedAt) => {
    const start = ({ createRecorder }: typeof import("./recorder.ts")) => {
      recorder = createRecorder(settings, { hydratingSince, hydratedAt });
    };
    // A blocked chunk, or a missing browser feature, must not become an error of the page.
    import("./recorder.ts").then(start).catch(() => {});
  });
  // Before the router's own listener, which starts loading immediately: listeners run in order of
  // registration.
  addEventListener("popstate", () => recorder?.popState());
  return [instrumentation(() => recorder)];
}

function instrumentation(recorder: () => Recorder | undefined): ClientInstrumentation {
  return {
    router({ instrument }) {
      instrument({
        navigate: (handle, info) => recorder()?.navigate(handle, info) ?? untraced(handle),
        fetch: (handle, info) => recorder()?.fetch(handle, info) ?? untraced(handle),
      });
    },
    route({ id, instrument }) {
      const step = (kind: Step["kind"]) => (handle: Step["handle"], info: Step["info"]) =>
        recorder()?.step({ kind, id, handle, info }) ?? untraced(handle);
      instrument({ loader: step("loader"), action: step("action") });
    },
  };
}

async function untraced(handle: () => Promise<unknown>): Promise<void> {
  await handle();
}
