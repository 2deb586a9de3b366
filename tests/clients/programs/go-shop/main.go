package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/getsentry/sentry-go"
)

var errNoStock = errors.New("no stock left")
var errDeclined = errors.New("card declined")

func checkout(err error) {
	sentry.CaptureException(err)
}

func main() {
	if err := sentry.Init(sentry.ClientOptions{Dsn: os.Getenv("DSN"), Release: "shop@1.0.0"}); err != nil {
		panic(err)
	}
	for _, err := range []error{errNoStock, errDeclined, errNoStock} {
		checkout(err)
	}
	for order := 1; order <= 2; order++ {
		checkout(fmt.Errorf("order %d: %w", order, errDeclined))
	}
	sentry.Flush(5 * time.Second)
}
