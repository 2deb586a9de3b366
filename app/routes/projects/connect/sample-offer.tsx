import { Form, href, Link } from "react-router";

/** `this`: the project that is shown is the sample; `other`: another one is. */
export function SampleOffer({ sample }: { sample: "none" | "other" | "this" }) {
  const action = href("/projects/sample");
  if (sample === "other") return null;
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
        No application at hand? Sample data is a week of a shop in a project of its own.{" "}
        <Link to={action}>Learn more</Link>
      </span>
      <button name="intent" value="load">
        Load sample data
      </button>
    </Form>
  );
}
