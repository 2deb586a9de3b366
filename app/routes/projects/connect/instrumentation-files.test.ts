import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { instrumentationFiles } from "./instrumentation-files.ts";

const guide = readFileSync(new URL("../../../trace/README.md", import.meta.url), "utf8");
const address = "https://spoor.example/packages/spoor-react-router-0.2.0-0123456789abcdef.tgz";
const otlpEndpoint = "https://spoor.example/api/2/integration/otlp";
const addresses = {
  dsn: "",
  storeUrl: "",
  otlpEndpoint,
  publicKey: "abc",
  instrumentation: address,
};
const files = instrumentationFiles(addresses, "shop");
const codeOf = (name: string) => files.find(({ file }) => file.startsWith(name))!.code;

test.each(["app/entry.server.tsx", "app/entry.client.tsx", "app/spoor.d.ts"])(
  "%s equals the guide's",
  (name) => {
    const [, code] = new RegExp(`^\`${name}\`.*\n\n\`\`\`tsx?\n([^]*?)\n\`\`\``, "m").exec(guide)!;
    const said = code!
      .replace(
        "const { SPOOR_URL: endpoint, SPOOR_KEY: key } = process.env;",
        `const endpoint = "${otlpEndpoint}";\nconst key = "abc";`,
      )
      .replace("if (endpoint) startTelemetry", "startTelemetry")
      .replace(/= endpoint \? (\{.*\}) : undefined;/, "= $1;");
    expect(codeOf(name)).toBe(said);
  },
);

test("the services are named after the project", () => {
  const [, { code }] = instrumentationFiles(addresses, "worker") as [unknown, { code: string }];
  expect(code).toContain('startTelemetry({ serviceName: "worker"');
  expect(code).toContain('serviceName: "worker-browser"');
});

test("the package is installed by URL or from the repository", () => {
  expect(files[0]!.code).toBe(`npm install ${address}`);
  expect(codeOf("Or vendor it")).toMatch(
    /^curl .* https:\/\/spoor\.example\/packages\/.*\nnpm install \.\/vendor\//,
  );
});
