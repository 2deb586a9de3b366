import { Options } from "./choice.tsx";

/**
 * Number of names of one kind on a page; loaders request one more to know whether there are others.
 */
export const namesListed = 100;

type Props = {
  name: string;
  label: string;
  /** The label for no selection. */ all: string;
  names: string[];
  chosen: string;
};

/**
 * A choice among client-defined names. If there are more than a page lists, it is a text field with
 * suggestions.
 */
export function NamePicker({ name, label, all, names, chosen }: Props) {
  if (names.length > namesListed) return <NameField {...{ name, label, all, names, chosen }} />;
  // The selected name is listed even without data.
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
