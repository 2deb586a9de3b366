module spoor.test/shop

go 1.18

require github.com/getsentry/sentry-go v0.27.0

require (
	golang.org/x/sys v0.6.0 // indirect
	golang.org/x/text v0.8.0 // indirect
)
