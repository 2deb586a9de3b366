import type { ReactNode } from "react";

type Props = { title: string; text?: ReactNode; isFirst?: boolean; children: ReactNode };

/** What is set together: at the side what it is, beside it the form. The first part's title is the page's. */
export function SettingsPart({ title, text, isFirst = false, children }: Props) {
  const Title = isFirst ? "h1" : "h2";
  return (
    <section className="settings-part">
      <div>
        <Title>{title}</Title>
        {text && <p>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
