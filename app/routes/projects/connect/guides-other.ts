import { type MakeGuide, shell } from "./guide.ts";

export const python: MakeGuide = ({ dsn }) => ({
  key: "python",
  title: "Python",
  install: [shell("pip install sentry-sdk")],
  configure: [
    {
      file: "main.py",
      code: `# The first lines of your program
import sentry_sdk

sentry_sdk.init(dsn="${dsn}", traces_sample_rate=1.0)`,
    },
  ],
  test: [{ file: "anywhere below", code: `raise RuntimeError("Spoor test error")` }],
  note: "The same call instruments Django, Flask, FastAPI, and Celery.",
});

export const ruby: MakeGuide = ({ dsn }) => ({
  key: "ruby",
  title: "Ruby",
  install: [shell("gem install sentry-ruby")],
  configure: [
    {
      file: "app.rb",
      code: `# The first lines of your program
require "sentry-ruby"

Sentry.init do |config|
  config.dsn = "${dsn}"
  config.traces_sample_rate = 1.0
end`,
    },
  ],
  test: [
    {
      file: "anywhere below",
      code: `Sentry.capture_exception(RuntimeError.new("Spoor test error"))`,
    },
  ],
  note: "In Rails, add sentry-rails and put the call in config/initializers/sentry.rb.",
});

export const php: MakeGuide = ({ dsn }) => ({
  key: "php",
  title: "PHP",
  install: [shell("composer require sentry/sentry")],
  configure: [
    {
      file: "index.php",
      code: `<?php
require __DIR__ . '/vendor/autoload.php';

\\Sentry\\init([
  'dsn' => '${dsn}',
  'traces_sample_rate' => 1.0,
]);`,
    },
  ],
  test: [{ file: "index.php", code: `throw new Exception('Spoor test error');` }],
  note: "For Laravel and Symfony, use sentry/sentry-laravel or sentry/sentry-symfony.",
});

export const go: MakeGuide = ({ dsn }) => ({
  key: "go",
  title: "Go",
  install: [shell("go get github.com/getsentry/sentry-go")],
  configure: [
    {
      file: "main.go",
      code: `package main

import (
	"errors"
	"log"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
	err := sentry.Init(sentry.ClientOptions{
		Dsn:              "${dsn}",
		EnableTracing:    true,
		TracesSampleRate: 1.0,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer sentry.Flush(2 * time.Second)
}`,
    },
  ],
  test: [
    { file: "main.go, in main", code: `sentry.CaptureException(errors.New("Spoor test error"))` },
  ],
});

export const java: MakeGuide = ({ dsn }) => ({
  key: "java",
  title: "Java",
  install: [
    {
      file: "build.gradle",
      code: `implementation platform("io.sentry:sentry-bom:8.21.1")\nimplementation "io.sentry:sentry"`,
    },
  ],
  configure: [
    {
      file: "Main.java, first in main",
      code: `import io.sentry.Sentry;

Sentry.init(options -> {
  options.setDsn("${dsn}");
  options.setTracesSampleRate(1.0);
});`,
    },
  ],
  test: [
    {
      file: "Main.java",
      code: `Sentry.captureException(new RuntimeException("Spoor test error"));`,
    },
  ],
  note: "For Spring Boot, use the starter io.sentry:sentry-spring-boot-starter-jakarta.",
});

export const dotnet: MakeGuide = ({ dsn }) => ({
  key: "dotnet",
  title: ".NET",
  install: [shell("dotnet add package Sentry.AspNetCore")],
  configure: [
    {
      file: "Program.cs",
      code: `var builder = WebApplication.CreateBuilder(args);

builder.WebHost.UseSentry(options =>
{
    options.Dsn = "${dsn}";
    options.TracesSampleRate = 1.0;
});`,
    },
  ],
  test: [
    {
      file: "Program.cs",
      code: `app.MapGet("/spoor-test", string () => throw new Exception("Spoor test error"));`,
    },
  ],
  note: "Outside ASP.NET Core, add the package Sentry and call SentrySdk.Init with the same options.",
});

export const curl: MakeGuide = ({ storeUrl }) => ({
  key: "other",
  title: "curl",
  install: [],
  configure: [],
  test: [
    shell(`curl '${storeUrl}' -H 'Content-Type: application/json' -d '{
  "level": "error",
  "message": "Spoor test error"
}'`),
  ],
  note: "Any SDK that supports a Sentry DSN works, and so does any OTLP exporter.",
});
