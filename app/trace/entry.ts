// Exports of `spoor-react-router/client` for other React Router applications. Their guide is
// README.md in this folder.
export {
  DocumentTelemetry,
  type DocumentTelemetryProps,
  TelemetryMeta,
} from "./document-telemetry.tsx";
export { recordRouterError } from "./router-error.ts";
export { type BrowserTelemetryOptions, startBrowserTelemetry } from "./start.ts";
