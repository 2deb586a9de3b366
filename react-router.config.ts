import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Fewer than a hundred routes: sending the whole manifest once beats discovering it click by click.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
