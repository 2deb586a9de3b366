import { Form, useLocation } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { NamePicker } from "#app/ui/name-picker.tsx";
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
  const [device, service, release] = ["device", "service", "release"].map((name) => params.get(name) ?? "") as [
    string,
    string,
    string,
  ];
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
      <NamePicker {...{ name: "service", label: "Service", all: "Every service" }} names={services} chosen={service} />
      <NamePicker {...{ name: "release", label: "Release", all: "Every release" }} names={releases} chosen={release} />
      <button>Show</button>
    </Form>
  );
}
