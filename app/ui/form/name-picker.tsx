import { Options } from "./choice.tsx";

/**
 * Names of one kind that a page prints; loaders ask for one more, so that it is known whether there
 * are others.
 */
export const namesListed = 100;

type Props = {
  name: string;
  label: string;
  /** What no choice means. */ all: string;
  names: string[];
  chosen: string;
};

/**
 * A choice among names that senders made up. Where there are more than a page lists it is a field to type one in, with those
 * listed as suggestions.
 */
export function NamePicker({ name, label, all, names, chosen }: Props) {
  if (names.length > namesListed) return <NameField {...{ name, label, all, names, chosen }} />;
  // The chosen one stays in the list though nothing of it has come yet.
  const listed = chosen === "" || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <select name={name} aria-label={label} defaultValue={chosen}>
      <option value="">{all}</option>
      <Options options={Object.fromEntries(listed.map((each) => [each, each]))} />
    </select>
  );
}

function NameField({ name, label, all, names, chosen }: Props) {
  const list = `${name}-listed`;
  return (
    <>
      <input
        {...{
          type: "search",
          name,
          list,
          defaultValue: chosen,
          size: 18,
          autoComplete: "off",
          spellCheck: false,
        }}
        {...{
          "aria-label": label,
          placeholder: all,
          title: `Over ${namesListed} names: enter one`,
        }}
      />
      <datalist id={list}>
        {names.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
    </>
  );
}
