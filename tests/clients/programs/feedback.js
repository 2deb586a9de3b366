// A page with @sentry/browser's feedback form. The DSN is in its URL.
import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: new URL(location.href).searchParams.get("dsn"),
  release: "web@1.2.3",
  environment: "production",
});

document.querySelector("button").addEventListener("click", () => {
  const associatedEventId = Sentry.captureException(new Error("the till is stuck"));
  Sentry.captureFeedback(
    {
      message: "I cannot pay.\nNot at all.",
      name: "Jane",
      email: "jane@example.com",
      associatedEventId,
    },
    {
      attachments: [
        { filename: "screen.txt", data: "what the screen said", contentType: "text/plain" },
      ],
    },
  );
});
