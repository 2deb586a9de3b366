import { Form, href, Link } from "react-router";

/**
 * Where the sample data is another project's. The address opens that project, once it is loaded.
 */
export function SampleLink({ loading }: { loading: boolean }) {
  const to = `${href("/projects/sample")}?loading`;
  return (
    <p>
      {loading
        ? "Sample data is loading into a separate project."
        : "Sample data is in a separate project."}{" "}
      <Link to={to}>View sample data</Link>
    </p>
  );
}

/** `this`: the project that is shown is the sample. */
export function SampleOffer({ sample }: { sample: "none" | "this" }) {
  const action = href("/projects/sample");
  if (sample === "this")
    return (
      <Form method="post" action={action} className="row">
        <span>This project holds sample data.</span>
        <button name="intent" value="remove" className="danger">
          Remove sample data
        </button>
      </Form>
    );
  return (
    <Form method="post" action={action} className="row">
      <span>
        No application at hand? Load one week of a shop's data into a separate project.{" "}
        <Link to={action}>Learn more</Link>
      </span>
      <button name="intent" value="load">
        Load sample data
      </button>
    </Form>
  );
}
