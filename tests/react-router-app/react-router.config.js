export default { buildDirectory: process.env.APP_BUILD ?? "build" };
