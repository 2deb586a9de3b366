import type { ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";
import { Icon, type IconName } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import { NamePicker, namesListed } from "./form/name-picker.tsx";

type ChoiceMenuProps = {
  /** The URL parameter that its links set. */
  field: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  chosen: string;
  /** Before the selected option, which phones then hide. */
  icon?: IconName;
  className?: string;
  /** Above and below the options. */
  before?: ReactNode;
  children?: ReactNode;
};

/** A choice as a menu of links that keep all other URL parameters. */
export function ChoiceMenu({
  field,
  label,
  options,
  chosen,
  icon,
  className = "end quiet",
  ...menu
}: ChoiceMenuProps) {
  const current = options.find(([value]) => value === chosen);
  return (
    <Menu
      className={className}
      summary={<Summary {...{ label, icon }} text={current?.[1] ?? chosen} />}
    >
      {menu.before}
      <h2>{label}</h2>
      {options.map(([value, text]) => (
        <Option key={value} {...{ field, value }} isCurrent={value === chosen}>
          {text}
        </Option>
      ))}
      {menu.children}
    </Menu>
  );
}

function Summary({
  label,
  icon,
  text,
}: {
  label: string;
  icon?: IconName | undefined;
  text: string;
}) {
  return (
    <>
      {icon && <Icon name={icon} />} <span className="hidden">{label}: </span>
      <span className={icon ? "chosen spoken" : "chosen"}>{text}</span>{" "}
      {!icon && <Icon name="down" />}
    </>
  );
}

type OptionProps = { field: string; value: string; isCurrent: boolean; children: string };

function Option({ field, value, isCurrent, children }: OptionProps) {
  const params = new URLSearchParams(useLocation().search);
  params.delete("cursor");
  if (value === "") params.delete(field);
  else params.set(field, value);
  return (
    <Link
      to={{ search: params.toString() }}
      aria-current={isCurrent || undefined}
      preventScrollReset
    >
      {children}
    </Link>
  );
}

type NameMenuProps = Pick<ChoiceMenuProps, "field" | "label" | "chosen" | "icon" | "className"> & {
  /** The label for no selection. */
  all: string;
  names: string[];
};

/** A menu of client-defined names, with a text field if there are more than a page lists. */
export function NameMenu({ all, names, ...menu }: NameMenuProps) {
  const { field, label, chosen } = menu;
  const isLong = names.length > namesListed;
  const shown = isLong ? [] : names;
  // The selected name is listed even without data.
  const listed = chosen === "" || shown.includes(chosen) ? shown : [chosen, ...shown];
  return (
    <ChoiceMenu
      {...menu}
      options={[["", all], ...listed.map((name) => [name, name] as const)]}
      before={
        isLong && (
          <MenuForm field={field}>
            <NamePicker {...{ name: field, label, all, names, chosen }} />
          </MenuForm>
        )
      }
    />
  );
}

/** A field in a menu, submitted with the other URL parameters. */
export function MenuForm({ field, children }: { field: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const others = [...new URLSearchParams(search)].filter(
    ([name]) => name !== field && name !== "cursor",
  );
  return (
    <Form action={pathname} className="row">
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children} <button>Apply</button>
    </Form>
  );
}
