import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { Time } from "#app/ui/time.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

type MadeTokenProps = { label: string; token: string; expiresAt?: number; now: number };

/** A token right after it was made. */
export function MadeToken({ label, token, expiresAt, now }: MadeTokenProps) {
  return (
    <SettingsPart id="made" title={label} isWide>
      <output>
        Copy it now. It won't be shown again, because only its hash is stored.
        {expiresAt !== undefined && (
          <>
            {" "}
            It expires <Time at={expiresAt} now={now} />.
          </>
        )}
      </output>
      <CodeBlock code={token} label="the token" />
    </SettingsPart>
  );
}
