import { isNeverInApp } from "#server/domain/event/never-in-app.ts";
import { isExtensionUrl } from "#server/domain/event/extension-frame.ts";

/** Data of a frame before it is classified. */
type FrameOrigin = { file: string; absPath: string; module: string; package: string };

const javascriptLibrary =
  /(?:^|\/)node_modules\/|^node:|^internal\/|^<anonymous>$|^\[?native code\]?$|^webpack\/|^(?:async )?evalmachine/;
const otherLibrary =
  /\/(?:site-packages|dist-packages|gems|vendor|rubygems|third_party)\/|\/lib\/(?:python|ruby)\d?|^(?:\/usr\/lib\/|\/usr\/share\/rubygems)|^<(?:internal:|frozen )|^\[internal\]|\/go\/pkg\/mod\/|\.cargo\/registry/;

/**
 * Whether a frame is in-app: as sent by the SDK, otherwise by its file's path. Code of browser
 * extensions, engines, standard libraries, logging modules, and SDKs never is.
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
