import { Form } from "react-router";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** For existing builds, and for testing. Browsers don't allow setting a file field again. */
export function UploadForm({ wrong }: { wrong?: WrongForm }) {
  return (
    <SettingsPart
      id="by-form"
      title="Upload by hand"
      text="The scripts and source maps from your build. At most 64 MiB at once, 32 MiB each."
    >
      <Form
        className="form"
        method="post"
        encType="multipart/form-data"
        noValidate
        aria-labelledby="by-form"
      >
        <FormError wrong={wrong} />
        <Field
          {...{ label: "Files", name: "files", type: "file", accept: ".js,.mjs,.cjs,.map", wrong }}
          multiple
          required
        />
        <Field
          {...{
            label: "Release",
            name: "release",
            maxLength: 200,
            autoComplete: "off",
            spellCheck: false,
            wrong,
          }}
          hint="Must match the release in events. Not needed for files with debug IDs."
        />
        <Field
          {...{
            label: "Dist",
            name: "dist",
            maxLength: 64,
            autoComplete: "off",
            spellCheck: false,
            wrong,
          }}
          hint="Only if a release has several builds."
        />
        <Field
          {...{ label: "URL prefix", name: "prefix", maxLength: 500, defaultValue: "~/", wrong }}
          spellCheck={false}
          hint="~ stands for any origin: ~/assets/ matches https://shop.example/assets/."
        />
        <button className="primary">Upload</button>
      </Form>
    </SettingsPart>
  );
}
