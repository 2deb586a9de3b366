import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { thirdParty } from "./server/start/third-party.ts";

// The server, the command line and the worker are inputs of React Router's own server bundle, so that every module
// (contexts, tracers, stores) exists once and nothing at run time needs a TypeScript loader.
const serverInputs = {
  index: "./server/app.ts",
  cli: "./server/cli/spoor.ts",
  worker: "./server/threads/worker.ts",
  pages: "./server/threads/page-worker.ts",
  "artifact-worker": "./server/threads/artifact-worker.ts",
  "reader-worker": "./server/threads/reader-worker.ts",
  "read-worker": "./server/threads/read-worker.ts",
  "check-worker": "./server/threads/check-worker.ts",
  "backup-worker": "./server/threads/backup-worker.ts",
};

const ours = (...parts: string[]) => new RegExp(`/app/(?:${parts.join("|")})[.]tsx?$`);

/**
 * Few files for the browser: small ones cost more in requests and in lost compression than they save in bytes not needed. What
 * belongs together on every page, or on every page of an issue, is one file; of the rest, what many share. Measured: the issue
 * list begins with 11 KiB instead of 17, in 10 files instead of 20. A group takes along what its modules import, so what other
 * pages need of that stands in a group before it; and what fewer than 18 files use stays with them.
 */
const clientGroups = [
  {
    name: "vendor",
    test: /node_modules\/(?:react|react-dom|react-router|scheduler|cookie|valibot)\//,
  },
  {
    name: "frame",
    test: ours(
      ...[
        "context",
        "routes/(?:front/refusal|projects/(?:project-title|scope-menus))",
        "ui/frame/(?:page|trouble-notice)",
        "trace/(?:document-telemetry|hydrated|settings|start)",
      ],
      "ui/(?:head|icon|menu|tabs)",
      "ui/format/(?:ago|initials|scope|time)",
      "enhance/(?:early-keys|hydrated|late|pending|refresh-without-scripts|scroll-memory|shortcuts)",
      "enhance/(?:unless-only-child-changed|when-idle)",
    ),
  },
  { name: "still", test: ours("enhance/(?:follow-links|still)") },
  { name: "release-link", test: ours("ui/release-link") },
  {
    name: "issues",
    test: ours(
      "routes/issues/(?:triage/acted|issue-name|kept-list)",
      "enhance/news-line",
      "ui/state-badge",
    ),
  },
  {
    name: "issue",
    test: ours(
      "routes/issues/(?:issue-head|issue-tabs|layout)",
      "routes/issues/triage/(?:act-form|triage-forms)",
    ),
  },
  { name: "table", test: ours("ui/table") },
  { name: "fields", test: ours("ui/form/(?:choice|field|form-error)") },
  {
    name: "shared",
    minShareCount: 18,
    test: /\/(?:app\/(?:ui|enhance)|server\/domain)\/.*(?<![.]css)$/,
  },
];

/** React Router's plugin names its one server entry by itself; with several, each keeps its own name. */
function nameServerEntries(): Plugin {
  return {
    name: "spoor:name-server-entries",
    enforce: "post",
    configEnvironment(name) {
      if (name !== "ssr") return undefined;
      const output = { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" };
      return { build: { rolldownOptions: { output } } };
    },
  };
}

/** Nothing is preloaded, and a page's stylesheets are in its head: what is loaded late is loaded, and that is all. */
function withoutPreloading(): Plugin {
  return {
    name: "spoor:without-preloading",
    enforce: "pre",
    load: (id) =>
      id.endsWith("vite/preload-helper.js")
        ? "export const __vitePreload = (load) => load();"
        : undefined,
  };
}

export default defineConfig(({ command }) => ({
  plugins: [withoutPreloading(), reactRouter(), nameServerEntries(), thirdParty()],
  resolve: { tsconfigPaths: true },
  define: { SPOOR_VERSION: JSON.stringify(packageJson.version) },
  // What is loaded late is named by where it lies beside its chunk: preloading names it from the root, which another application may have.
  // The oldest browsers that have popovers, exclusive details, and `light-dark()`: nothing has to be written twice for them.
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    cssTarget: ["chrome125", "firefox130", "safari17.5"],
  },
  // The stylesheet names its fonts by where they are beside it, for the same reason.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === "css" ? { relative: true } : undefined),
  },
  environments: {
    ssr: {
      // The server's build takes in every package, and leaves out what is not used of them: hundreds of files fewer to read at each
      // start, and less memory at rest. In development packages stay outside, for Node also reads those that are CommonJS.
      resolve: command === "build" ? { noExternal: true } : {},
      build: { target: "node24", rolldownOptions: { input: serverInputs } },
    },
    client: {
      build: {
        rolldownOptions: {
          // The domain is pure: what a page imports only for its loader need not be loaded.
          treeshake: { moduleSideEffects: [{ test: /\/server\/domain\//, sideEffects: false }] },
          output: { codeSplitting: { groups: clientGroups } },
        },
      },
    },
  },
}));
