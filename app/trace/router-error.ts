/**
 * Heard by what is loaded after hydration, so that pages that never pass an error carry nothing for
 * it.
 */
export const routerErrorEvent = "spoor.router-error";

/**
 * For `<HydratedRouter onError={recordRouterError}>`: errors of rendering, which no loader or
 * action threw and after which an error boundary is shown. Those of loaders and actions are
 * recorded where they were thrown.
 */
export function recordRouterError(error: unknown): void {
  dispatchEvent(new CustomEvent(routerErrorEvent, { detail: error }));
}
