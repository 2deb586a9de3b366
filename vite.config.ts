import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

// The server, the command line and the worker are inputs of React Router's own server bundle, so that every module
// (contexts, tracers, stores) exists once and nothing at run time needs a TypeScript loader.
const serverInputs = {
  index: "./server/app.ts",
  cli: "./server/cli/spoor.ts",
  worker: "./server/worker.ts",
  pages: "./server/page-worker.ts",
  "artifact-worker": "./server/artifact-worker.ts",
  "reader-worker": "./server/reader-worker.ts",
};

/**
 * Few files for the browser: what every page has from packages, and what many pages share of ours. Small chunks cost more in
 * requests and in lost compression than they save in bytes not needed; but what fewer than ten pages use stays with them:
 * measured, that spares each page 2 to 3 KiB of what only charts and long forms need. From 25 on it saves nothing more.
 */
const clientGroups = [
  { name: "vendor", test: /node_modules\/(?:react|react-dom|react-router|scheduler|cookie|valibot)\// },
  { name: "shared", minShareCount: 10, test: /\/(?:app\/(?:ui|enhance)|server\/domain)\// },
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

/** Nothing is preloaded, and the one stylesheet is there from the start: what is loaded late is loaded, and that is all. */
function withoutPreloading(): Plugin {
  return {
    name: "spoor:without-preloading",
    enforce: "pre",
    load: (id) =>
      id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : undefined,
  };
}

export default defineConfig({
  plugins: [withoutPreloading(), reactRouter(), nameServerEntries()],
  resolve: { tsconfigPaths: true },
  // What is loaded late is named by where it lies beside its chunk: preloading names it from the root, which another application may have.
  build: { assetsInlineLimit: 0, modulePreload: false },
  environments: {
    ssr: { build: { target: "node24", rolldownOptions: { input: serverInputs } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: clientGroups } } } } },
  },
});
