import { href, Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";

export type MailState = {
  /** Email is configured. */
  mailIsOn: boolean;
  /** The viewer can open the instance settings, which explain the configuration. */
  mayConfigure: boolean;
};

/** A notice that rules can't send email, with a link to configure it. */
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
