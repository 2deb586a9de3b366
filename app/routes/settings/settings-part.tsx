import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  /** ID of the title, if something refers to it. */
  id?: string;
  text?: ReactNode;
  /** Below its title instead of next to it, for tables and long lines. */
  isWide?: boolean;
  children?: ReactNode;
};

/** A settings section: description at the side, form next to it. */
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
