# A shop on WSGI with the distribution's unmodified Python SDK. A browser visits it (UA), and its only page throws.
import os
import threading
import urllib.error
import urllib.request
from wsgiref.simple_server import WSGIRequestHandler, make_server

import sentry_sdk
from sentry_sdk.integrations.wsgi import SentryWsgiMiddleware

sentry_sdk.init(os.environ["DSN"], release="shop@1.0.0")


def shop(environ, start_response):
    raise ValueError("no price")


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


server = make_server("127.0.0.1", 0, SentryWsgiMiddleware(shop), handler_class=Quiet)
threading.Thread(target=server.handle_request).start()
visit = urllib.request.Request(f"http://127.0.0.1:{server.server_port}/cart", headers={"User-Agent": os.environ["UA"]})
try:
    urllib.request.urlopen(visit)
except urllib.error.HTTPError:
    pass
sentry_sdk.flush(5)
