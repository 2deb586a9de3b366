import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  /** Of the title, where something else names it. */
  id?: string;
  text?: ReactNode;
  /** Below its title instead of beside it: tables, and what people write in long lines. */
  isWide?: boolean;
  children?: ReactNode;
};

/** What is set together: at the side what it is, beside it the form. */
export function SettingsPart({ title, id, text, isWide = false, children }: Props) {
  return (
    <section className={isWide ? "settings-part stacked" : "settings-part"} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
