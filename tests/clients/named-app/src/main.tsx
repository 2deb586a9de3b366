import * as Sentry from "@sentry/browser";
import { Component, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Buttons, Effect, Price, Total } from "./page.tsx";
import nameless, { actions, drain, loadCart, retry, withDefaults } from "./shop.ts";

const asked = new URLSearchParams(location.search);
Sentry.init({ dsn: asked.get("dsn")!, release: asked.get("release") ?? undefined });

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: Error) {
    Sentry.captureException(error, { tags: { shape: "render" } });
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

const shapes: { [name: string]: () => unknown } = {
  method: () => actions.method(),
  keyed: () => actions.keyed(),
  arrow: () => actions.arrow(),
  dashed: () => actions["with-a-dash"](),
  asynchronous: () => loadCart(),
  generator: () => drain(),
  recursive: () => retry(actions.keyed),
  defaults: () => withDefaults(),
  nameless: () => nameless(),
};

function render(page: ReactNode) {
  const root = createRoot(document.createElement("div"));
  flushSync(() => root.render(<Boundary>{page}</Boundary>));
}

async function run() {
  for (const [shape, fail] of Object.entries(shapes)) {
    try {
      await fail();
    } catch (error) {
      Sentry.captureException(error, { tags: { shape } });
    }
  }
  render(<Price line={{ quantity: 1 }} />);
  render(<Total lines={[{ quantity: 1 }]} />);
  render(<Effect />);
  const root = createRoot(document.querySelector("#root")!);
  flushSync(() => root.render(<Buttons />));
  for (const button of document.querySelectorAll("button")) button.click();
  await Sentry.flush(5000);
  document.title = "done";
}

void run();
