import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For layouts: navigating between a layout's children keeps its data. It reloads after a form, on
 * request (same URL), and if one of its own parameters or search fields changed.
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
