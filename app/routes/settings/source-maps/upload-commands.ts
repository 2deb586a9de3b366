export type UploadPlace = { publicUrl: string; project: string };

/** For any build, in a terminal or a pipeline. */
export const cliCommands = ({ publicUrl, project }: UploadPlace): string => `export SENTRY_URL=${publicUrl}
export SENTRY_ORG=spoor
export SENTRY_PROJECT=${project}
export SENTRY_AUTH_TOKEN=…

npx @sentry/cli sourcemaps inject ./dist
npx @sentry/cli sourcemaps upload --wait --release "$RELEASE" ./dist`;

/** For builds with Vite, React Router's among them. */
export const viteConfig = ({ publicUrl, project }: UploadPlace): string => `// vite.config.ts
import { sentryVitePlugin } from "@sentry/vite-plugin";

export default defineConfig({
  build: { sourcemap: "hidden" },
  plugins: [
    // … your other plugins, then:
    sentryVitePlugin({
      url: "${publicUrl}",
      org: "spoor",
      project: "${project}",
      authToken: process.env.SENTRY_AUTH_TOKEN,
      telemetry: false,
    }),
  ],
});`;
