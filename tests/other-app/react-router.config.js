export default { routeDiscovery: { mode: "initial" }, buildDirectory: process.env.SHOP_BUILD ?? "build" };
