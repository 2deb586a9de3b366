import { Form, href, Link } from "react-router";

/** If the sample data is in another project. The link opens that project after loading. */
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

/** `this`: the current project is the sample. */
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
