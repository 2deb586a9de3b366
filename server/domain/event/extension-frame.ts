import type { Frame } from "./error-event.ts";

const extension =
  /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:|^app-extension:|^webkit-masked-url:/;

/** A URL of browser extension code, which runs in the page but isn't part of the application. */
export const isExtensionUrl = (url: string): boolean => extension.test(url);

export const isExtensionFrame = ({ absPath, file }: Frame): boolean =>
  isExtensionUrl(absPath ?? file ?? "");
