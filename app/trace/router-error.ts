/**
 * Handled by code that loads after hydration, so that pages that pass no error load nothing for it.
 */
export const routerErrorEvent = "spoor.router-error";

/**
 * For `<HydratedRouter onError={recordRouterError}>`: rendering errors, which no loader or action
 * threw and which show an error boundary. Errors of loaders and actions are recorded where they are
 * thrown.
 */
export function recordRouterError(error: unknown): void {
  dispatchEvent(new CustomEvent(routerErrorEvent, { detail: error }));
}
