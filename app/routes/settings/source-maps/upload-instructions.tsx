import { href, Link } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** Open without uploads, because it is the next step. */
export function UploadInstructions({ open, ...place }: UploadPlace & { open: boolean }) {
  return (
    <SettingsPart
      title="Upload with each build"
      text={
        <>
          Sentry's upload tools work with this instance. They write a debug ID into each file and
          its source map. Give them <Link to={href("/account/tokens")}>a token</Link> with the scope{" "}
          <code>release:write</code>.
        </>
      }
      isWide
    >
      <details className="snippet" open={open}>
        <summary>With Vite</summary>
        <CodeBlock
          label="the installation of the plugin"
          code="npm install --save-dev @sentry/vite-plugin"
        />
        <CodeBlock label="the configuration of Vite" code={viteConfig(place)} />
      </details>
      <details className="snippet" open={open}>
        <summary>With the command line</summary>
        <CodeBlock label="the commands" code={cliCommands(place)} />
      </details>
    </SettingsPart>
  );
}

type UploadPlace = { publicUrl: string; project: string };

/** For any build, in a terminal or CI. */
const cliCommands = ({ publicUrl, project }: UploadPlace): string => `export SENTRY_URL=${publicUrl}
export SENTRY_ORG=spoor
export SENTRY_PROJECT=${project}
export SENTRY_AUTH_TOKEN=…

npx @sentry/cli sourcemaps inject ./dist
npx @sentry/cli sourcemaps upload --wait --release "$RELEASE" ./dist`;

/** For builds with Vite, including React Router. */
const viteConfig = ({ publicUrl, project }: UploadPlace): string => `// vite.config.ts
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
