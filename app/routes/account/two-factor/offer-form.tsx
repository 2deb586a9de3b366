import { Form } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { QrCode } from "./qr-code.ts";

export type Offer = { token: string; secret: string; qr: QrCode };

/** A secret for the authenticator app, and the first code as proof that it is stored. */
export function OfferForm({
  offer: { token, secret, qr },
  wrong,
}: {
  offer: Offer;
  wrong?: WrongForm;
}) {
  return (
    <>
      <ol>
        <li>Open your authenticator app or password manager.</li>
        <li>Scan this code, or enter the secret below it.</li>
        <li>Enter the six-digit code that the app shows.</li>
      </ol>
      <QrImage {...qr} />
      <CodeBlock code={inFours(secret)} label="the secret" />
      <Form className="form" method="post" noValidate>
        <FormError wrong={wrong} />
        <input type="hidden" name="offer" value={token} />
        <Field
          {...{
            label: "Code",
            name: "code",
            inputMode: "numeric",
            autoComplete: "one-time-code",
            maxLength: 20,
            wrong,
          }}
          required
        />
        <button className="primary" name="intent" value="confirm">
          Turn on
        </button>
      </Form>
    </>
  );
}

const inFours = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, "$& ");

const modulePx = 4;

/** Dark on light in every theme, as cameras expect. The secret is also shown as text. */
function QrImage({ size, path }: QrCode) {
  return (
    <svg
      {...{
        width: size * modulePx,
        height: size * modulePx,
        viewBox: `0 0 ${size} ${size}`,
        shapeRendering: "crispEdges",
      }}
      role="img"
      aria-label="QR code for your authenticator app. It contains the secret shown below."
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
