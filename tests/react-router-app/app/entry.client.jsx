import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { start } from "sdk/browser";

const routerProps = start(JSON.parse(document.documentElement.dataset.settings));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter {...routerProps} />
    </StrictMode>,
  );
});
