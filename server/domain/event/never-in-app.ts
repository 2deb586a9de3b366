/**
 * Frames that are never in-app, regardless of the SDK: those of the engine, the standard library,
 * logging modules, and SDKs. Python SDKs mark everything outside package folders as in-app. A change
 * splits the issues of frames that it concerns (`grouping/platform-rules`).
 */
export function isNeverInApp(platform: string, path: string, module: string): boolean {
  if (!Object.hasOwn(rules, platform)) return false;
  const rule = rules[platform]!;
  return rule.path.test(path) || rule.module?.test(module) === true;
}

type Rule = { path: RegExp; module?: RegExp };

const javascript: Rule = {
  path: /^(?:<anonymous>|\[?native(?: code)?\]?|node:.*)$|(?:^|\/)node_modules\/(?:@sentry|@sentry-internal|@opentelemetry|winston|pino|bunyan|log4js|consola|loglevel|signale|tslog)\//,
};

const rules: { [platform: string]: Rule } = {
  javascript,
  node: javascript,
  python: {
    path: /\/lib\/python\d[\d.]*\/(?!(?:site|dist)-packages\/)|\/(?:site|dist)-packages\/(?:sentry_sdk|opentelemetry|loguru|structlog)\//,
    module: /^(?:logging|sentry_sdk|opentelemetry|loguru|structlog)(?:\.|$)/,
  },
  go: {
    path: /^\/usr\/(?:local\/go|lib\/go[\d.-]*)\/src\//,
    module:
      /^(?:runtime|testing|log|log\/slog|net\/http|github\.com\/(?:getsentry\/sentry-go|sirupsen\/logrus|rs\/zerolog)|go\.uber\.org\/zap|go\.opentelemetry\.io\/otel)(?:[./]|$)/,
  },
  java: {
    path: /^$/,
    module:
      /^(?:java|javax|jdk|sun|kotlin|io\.sentry|org\.slf4j|ch\.qos\.logback|org\.apache\.logging)\./,
  },
  ruby: {
    path: /\/(?:gems\/sentry-|lib\/ruby\/[\d.]+\/(?!gems\/)|gems\/(?:lograge|semantic_logger|logger)-)/,
  },
  php: { path: /\/vendor\/(?:sentry|monolog|psr\/log|open-telemetry)\// },
  csharp: {
    path: /^$/,
    module: /^(?:System|Sentry|Serilog|NLog|Microsoft\.Extensions\.Logging)(?:\.|$)/,
  },
};
