import { Form, useLocation } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import type { DeviceClass } from "#server/domain/vital/vital.ts";

export type Choices = { services: string[]; releases: string[] };

const ownFields = ["device", "service", "release", "cursor"];

export const deviceWords: { [device in DeviceClass]: string } = {
  desktop: "Desktop",
  mobile: "Phone",
  tablet: "Tablet",
  unknown: "Not told",
};

/** A GET form: which visits are counted. Environment and time stand in the frame's form. */
export function FilterForm({ services, releases }: Choices) {
  const params = new URLSearchParams(useLocation().search);
  const [device, service, release] = ["device", "service", "release"].map((name) => params.get(name) ?? "");
  const others = [...params].filter(([name]) => !ownFields.includes(name));
  return (
    <Form key={[device, service, release].join(" ")} className="row list-head" aria-label="Visits">
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <select name="device" aria-label="Device" defaultValue={device}>
        <option value="">Every device</option>
        <Options options={deviceWords} />
      </select>
      <select name="service" aria-label="Service" defaultValue={service}>
        <option value="">Every service</option>
        <Options options={listed(services, service)} />
      </select>
      <select name="release" aria-label="Release" defaultValue={release}>
        <option value="">Every release</option>
        <Options options={listed(releases, release)} />
      </select>
      <button>Show</button>
    </Form>
  );
}

/** The chosen one stays in the list though nobody visited it. */
function listed(names: string[], chosen: string | undefined): { [name: string]: string } {
  const all = !chosen || names.includes(chosen) ? names : [chosen, ...names];
  return Object.fromEntries(all.map((name) => [name, name]));
}
