import { useLocation } from "react-router";
import { ChoiceMenu, NameMenu } from "#app/ui/choice-menu.tsx";
import type { DeviceClass } from "#server/domain/vital/vital.ts";

type Choices = { services: string[]; releases: string[] };

export const deviceWords: { [device in DeviceClass]: string } = {
  desktop: "Desktop",
  mobile: "Phone",
  tablet: "Tablet",
  unknown: "Unknown",
};

/** Filters of counted visits: menus of links. */
export function FilterMenus({ services, releases }: Choices) {
  const params = new URLSearchParams(useLocation().search);
  const chosen = (name: string) => params.get(name) ?? "";
  return (
    <div className="row list-head">
      <ChoiceMenu
        {...{ field: "device", label: "Device", chosen: chosen("device"), className: "quiet" }}
        options={[["", "All devices"], ...Object.entries(deviceWords)]}
      />
      <NameMenu
        {...{
          field: "service",
          label: "Service",
          all: "All services",
          chosen: chosen("service"),
          className: "quiet",
        }}
        names={services}
      />
      <NameMenu
        {...{
          field: "release",
          label: "Release",
          all: "All releases",
          chosen: chosen("release"),
          className: "quiet",
        }}
        names={releases}
      />
    </div>
  );
}
