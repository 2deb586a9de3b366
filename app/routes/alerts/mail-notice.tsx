import { href, Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";

export type MailState = {
  /** An email transport is configured. */
  mailIsOn: boolean;
  /** The viewer may open the instance settings, which say how to configure one. */
  mayConfigure: boolean;
};

/** Says that rules cannot send email, and where to change that. */
export function MailNotice({ mailIsOn, mayConfigure }: MailState) {
  if (mailIsOn) return null;
  return (
    <p className="notice">
      <Icon name="alerts" />
      <span>
        Email isn't configured. Set <code>SPOOR_SMTP_URL</code> or use a webhook.{" "}
        {mayConfigure ? (
          <Link to={href("/settings/mail")}>Email settings</Link>
        ) : (
          "Ask your administrator."
        )}
      </span>
    </p>
  );
}
