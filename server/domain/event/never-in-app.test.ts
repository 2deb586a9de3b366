import { expect, test } from "vitest";
import { isNeverInApp } from "./never-in-app.ts";

type Frame = { path: string; module?: string };

/** As SDKs send them: `abs_path`, otherwise `filename`, and `module`. */
const frames: { [platform: string]: { never: Frame[]; bySdk: Frame[] } } = {
  javascript: {
    never: [{ path: "<anonymous>" }, { path: "../../node_modules/@sentry/browser/src/helpers.ts" }],
    bySdk: [
      { path: "https://shop.example/assets/cart-Dk3x.js" },
      { path: "../../node_modules/react-dom/index.js" },
    ],
  },
  node: {
    never: [
      { path: "node:internal/process/task_queues", module: "task_queues" },
      { path: "/srv/shop/node_modules/pino/lib/proto.js" },
    ],
    bySdk: [
      { path: "/srv/shop/build/server/index.js", module: "index" },
      { path: "/srv/shop/node_modules/express/lib/router/index.js" },
    ],
  },
  python: {
    never: [
      { path: "/usr/local/lib/python3.12/asyncio/runners.py", module: "asyncio.runners" },
      { path: "/usr/local/lib/python3.12/site-packages/sentry_sdk/integrations/wsgi.py" },
    ],
    bySdk: [
      { path: "/srv/shop/cart.py", module: "shop.cart" },
      { path: "/usr/local/lib/python3.12/site-packages/django/core/handlers/base.py" },
    ],
  },
  go: {
    never: [
      { path: "/usr/local/go/src/net/http/server.go", module: "net/http" },
      {
        path: "/go/pkg/mod/github.com/sirupsen/logrus@v1.9.3/entry.go",
        module: "github.com/sirupsen/logrus",
      },
    ],
    bySdk: [
      { path: "/srv/shop/cart.go", module: "main" },
      {
        path: "/go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go",
        module: "github.com/gin-gonic/gin",
      },
    ],
  },
  java: {
    never: [
      { path: "Thread.java", module: "java.lang.Thread" },
      { path: "Logger.java", module: "ch.qos.logback.classic.Logger" },
    ],
    bySdk: [
      { path: "Cart.java", module: "com.example.shop.Cart" },
      { path: "DispatcherServlet.java", module: "org.springframework.web.servlet.Dispatcher" },
    ],
  },
  ruby: {
    never: [
      { path: "/usr/local/lib/ruby/3.3.0/net/http.rb" },
      { path: "/usr/local/bundle/gems/sentry-ruby-5.22.1/lib/sentry/hub.rb" },
    ],
    bySdk: [
      { path: "/srv/shop/app/models/cart.rb" },
      { path: "/usr/local/lib/ruby/gems/3.3.0/gems/rack-3.1.8/lib/rack/etag.rb" },
    ],
  },
  php: {
    never: [{ path: "/srv/shop/vendor/monolog/monolog/src/Monolog/Logger.php" }],
    bySdk: [
      { path: "/srv/shop/src/Cart.php" },
      { path: "/srv/shop/vendor/laravel/framework/src/Illuminate/Routing/Router.php" },
    ],
  },
  csharp: {
    never: [{ path: "", module: "System.Threading.Tasks.Task" }, { path: "" }],
    bySdk: [{ path: "/srv/shop/Cart.cs", module: "Shop.Cart" }],
  },
};

test.each(Object.entries(frames))("frames of %s that no SDK decides", (platform, given) => {
  const isNever = ({ path, module = "" }: Frame) => isNeverInApp(platform, path, module);
  expect(given.never.filter((frame) => !isNever(frame))).toEqual([]);
  expect(given.bySdk.filter(isNever)).toEqual([]);
});

test("SDKs decide on other platforms, whatever their name", () => {
  for (const platform of ["rust", "constructor", "__proto__"])
    expect(isNeverInApp(platform, "<anonymous>", ""), platform).toBe(false);
});
