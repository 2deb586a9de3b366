import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

// The server, the worker and the command line are inputs of React Router's own server bundle, so that every
// module (contexts, tracers, stores) exists once and nothing at run time needs a TypeScript loader.
export default defineConfig({
  plugins: [reactRouter()],
  resolve: { tsconfigPaths: true },
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        target: "node24",
        rolldownOptions: {
          input: {
            index: "./server/app.ts",
            cli: "./server/cli/spoor.ts",
            worker: "./server/worker.ts",
          },
          output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
        },
      },
    },
  },
});
