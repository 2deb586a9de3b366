import { isNeverInApp } from "#server/domain/event/never-in-app.ts";
import { isExtensionUrl } from "#server/domain/event/extension-frame.ts";

/** What is known of a frame before it is judged. */
type FrameOrigin = { file: string; absPath: string; module: string; package: string };

const javascriptLibrary =
  /(?:^|\/)node_modules\/|^node:|^internal\/|^<anonymous>$|^\[?native code\]?$|^webpack\/|^(?:async )?evalmachine/;
const otherLibrary =
  /\/(?:site-packages|dist-packages|gems|vendor|rubygems|third_party)\/|\/lib\/(?:python|ruby)\d?|^(?:\/usr\/lib\/|\/usr\/share\/rubygems)|^<(?:internal:|frozen )|^\[internal\]|\/go\/pkg\/mod\/|\.cargo\/registry/;

/**
 * Whether a frame is the application's own: as the SDK says, else by where its file lies. Code of
 * browser extensions, engines, standard libraries, logging modules, and SDKs is never the
 * application's.
 */
export function isInApp(
  sent: boolean | undefined,
  platform: string,
  { file, absPath, module }: FrameOrigin,
): boolean {
  const path = absPath || file;
  if (isExtensionUrl(path) || isNeverInApp(platform, path, module)) return false;
  if (sent !== undefined) return sent;
  if (path === "") return false;
  return !(
    platform === "javascript" || platform === "node" ? javascriptLibrary : otherLibrary
  ).test(path);
}
