import type { Frame } from "./error-event.ts";

const extension =
  /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:|^app-extension:|^webkit-masked-url:/;

/**
 * An address under which browsers run code of extensions: it is in the page, and no part of the
 * application.
 */
export const isExtensionUrl = (url: string): boolean => extension.test(url);

export const isExtensionFrame = ({ absPath, file }: Frame): boolean =>
  isExtensionUrl(absPath ?? file ?? "");
