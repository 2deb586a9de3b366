// What `spoor-react-router/client` offers to other React Router applications. Their guide:
// README.md beside this file.
export {
  DocumentTelemetry,
  type DocumentTelemetryProps,
  TelemetryMeta,
} from "./document-telemetry.tsx";
export { recordRouterError } from "./router-error.ts";
export { type BrowserTelemetryOptions, startBrowserTelemetry } from "./start.ts";
