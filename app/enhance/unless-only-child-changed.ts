import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For layouts: moving between a layout's children leaves its data alone. It is reloaded after a
 * form, on request (same address), and when one of its own parameters or search fields changed.
 */
export function unlessOnlyChildChanged(params: string[], searchFields: string[]) {
  return (args: ShouldRevalidateFunctionArgs): boolean => {
    const { currentUrl, nextUrl, currentParams, nextParams, formMethod, defaultShouldRevalidate } =
      args;
    const posted = formMethod !== undefined && formMethod !== "GET";
    const own =
      posted ||
      currentUrl.href === nextUrl.href ||
      params.some((name) => currentParams[name] !== nextParams[name]) ||
      searchFields.some(
        (name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
      );
    return own && defaultShouldRevalidate;
  };
}
