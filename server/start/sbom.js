/**
 * The line that starts each notice in THIRD-PARTY.txt (`third-party.ts`): name, version, license.
 */
const notice = /(?:^|\n-{80}\n\n)(\S+) (\S+) \(([^)\n]*(?:\([^)\n]*\)[^)\n]*)*)\)\n/g;

/**
 * The CycloneDX bill of materials of bundled packages, which a scanner can't detect in a bundle.
 * Without a date or serial number, so that the same source makes the same bytes.
 *
 * @param {{ name: string, version: string, license: string }} self
 * @param {string[]} notices the texts of THIRD-PARTY.txt, of server and browser
 */
export function billOfMaterials({ name, version, license }, notices) {
  const found = notices.flatMap((text) => [...text.matchAll(notice)].map(([, ...parts]) => parts));
  const components = new Map(
    found.map((parts) => [purlOf(parts[0], parts[1]), componentOf(parts)]),
  );
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version, licenses: licensesOf(license) } },
    components: [...components.keys()].toSorted().map((purl) => components.get(purl)),
  };
}

function componentOf([name, version, license]) {
  const purl = purlOf(name, version);
  return { type: "library", "bom-ref": purl, name, version, purl, licenses: licensesOf(license) };
}

/** @param {string} license an SPDX identifier or expression */
const licensesOf = (license) =>
  /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;
