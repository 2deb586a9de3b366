import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Writes `THIRD-PARTY.txt` next to a build: the bundled packages with their licenses, most of which
 * require their notice in every copy. Fails if a package has no license.
 */
export function thirdParty(): Plugin {
  return {
    name: "spoor:third-party",
    apply: "build",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        // Fonts and pictures have paths relative to the repository root.
        file.type === "chunk"
          ? file.moduleIds
          : file.originalFileNames.map((name) => join(process.cwd(), name)),
      );
      const folders = new Set(modules.flatMap((id) => packageFolder.exec(id)?.[0] ?? []));
      const source = [...folders]
        .toSorted()
        .map(noticeOf)
        .join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: "THIRD-PARTY.txt", source });
    },
  };
}

/** The innermost package folder: packages may be nested. */
const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as PackageJson;
  if (!license)
    throw new Error(`${folder} has no license. Review it before including it in the build.`);
  const files = readdirSync(folder).filter((each) => /^(?:licen[cs]e|notice|copying)/i.test(each));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return `${[`${name} ${version} (${license})`, ...texts].join("\n\n")}\n`;
}

type PackageJson = { name: string; version: string; license?: string };
