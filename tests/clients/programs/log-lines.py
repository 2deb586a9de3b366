# An application that logs with Python's logging, reported by the distribution's SDK. DSN is in the environment.
import json
import logging
import os
import sentry_sdk

sentry_sdk.init(os.environ["DSN"], attach_stacktrace=True)
log = logging.getLogger("shop.orders")


def refuse_card(order):
    log.error("Order %s was refused by %s", order, "the bank")


def refuse_stock(order):
    log.error("Order %s was refused by %s", order, "the warehouse")


def read_cart(text):
    return json.loads(text)


refuse_card(17)
refuse_card(18)
refuse_stock(19)
try:
    read_cart("{")
except ValueError:
    log.exception("Cart %s is broken", 4)
sentry_sdk.flush(5)
