import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

// One bundle for both floors of the page: they render the same modules, built the same way.
const inputs = { express: "./express.ts", bare: "./bare.tsx" };

/** React Router's plugin names its only server entry. */
function nameServerEntries(): Plugin {
  return {
    name: "bench:name-server-entries",
    enforce: "post",
    configEnvironment: (name) =>
      name === "ssr"
        ? { build: { rolldownOptions: { output: { entryFileNames: "[name].js" } } } }
        : undefined,
  };
}

export default defineConfig({
  plugins: [reactRouter(), nameServerEntries()],
  environments: { ssr: { build: { target: "node24", rolldownOptions: { input: inputs } } } },
});
