import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { SearchHelp } from "#app/ui/search-help.tsx";
import { traceSyntax } from "#server/domain/search/traces/trace-syntax.ts";

/** Search syntax in a menu: on phones, the search box needs the space. */
export function SearchMenu({ toQuery }: { toQuery: (query: string) => string }) {
  return (
    <Menu className="end quiet" label="More" summary={<Icon name="more" />}>
      <SearchHelp examples={traceSyntax} toQuery={toQuery} />
    </Menu>
  );
}
