export default { buildDirectory: process.env.SHOP_BUILD ?? "build" };
