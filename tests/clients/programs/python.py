# An application with the distribution's unmodified Python SDK. DSN is in the environment.
import os
import sentry_sdk

sentry_sdk.init(os.environ["DSN"], release="api@2.0.0", environment="staging")

with sentry_sdk.configure_scope() as scope:
    scope.set_user({"id": "7", "email": "pat@example.com"})
    scope.set_tag("region", "eu")
sentry_sdk.add_breadcrumb(category="query", message="SELECT 1", level="info")


def charge(password):
    raise ValueError("no such card")


try:
    try:
        charge(os.environ["CARD"])
    except ValueError as cause:
        raise RuntimeError("payment failed") from cause
except RuntimeError as error:
    sentry_sdk.capture_exception(error)

sentry_sdk.capture_message("a word from Python")

with sentry_sdk.push_scope() as scope:
    scope.fingerprint = ["python", "own"]
    sentry_sdk.capture_exception(KeyError("missing"))

sentry_sdk.flush(5)
raise SystemError("uncaught in Python")
