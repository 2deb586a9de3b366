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
 * Few files for the browser: what every page has from packages, and what pages share of ours. Forty small chunks cost more
 * in requests and in lost compression than they save in bytes not needed. What fewer than five pages use stays with them:
 * measured, that spares the issue list 6 KiB of 20 and costs two files.
 */
const clientGroups = [
  { name: "vendor", test: /node_modules\/(?:react|react-dom|react-router|scheduler|cookie|valibot)\// },
  { name: "shared", minShareCount: 5, test: /\/(?:app\/(?:ui|enhance)|server\/domain)\// },
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

export default defineConfig({
  plugins: [reactRouter(), nameServerEntries()],
  resolve: { tsconfigPaths: true },
  // What is loaded late is named by where it lies beside its chunk: preloading names it from the root, which another application may have.
  build: { assetsInlineLimit: 0, modulePreload: false },
  environments: {
    ssr: { build: { target: "node24", rolldownOptions: { input: serverInputs } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: clientGroups } } } } },
  },
});
