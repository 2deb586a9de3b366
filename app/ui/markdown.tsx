import { Fragment } from "react";
import { Link } from "react-router";
import type { Block, Inline, ListItem } from "#server/domain/markdown/markdown.ts";

/** User-written Markdown, element by element: content outside the tree can't reach the page. */
export function Markdown({ blocks }: { blocks: readonly Block[] }) {
  return <div className="markdown">{blocks.map(block)}</div>;
}

function block(of: Block, index: number) {
  switch (of.kind) {
    case "paragraph":
      return <p key={index}>{of.of.map(inline)}</p>;
    // Not a heading element, because the page has its own outline.
    case "heading":
      return (
        <p key={index}>
          <b>{of.of.map(inline)}</b>
        </p>
      );
    case "code":
      return (
        // Long lines scroll separately, and must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre key={index} tabIndex={0}>
          <code>{of.text}</code>
        </pre>
      );
    case "quote":
      return <blockquote key={index}>{of.of.map(block)}</blockquote>;
    case "list":
      return of.from === undefined ? (
        <ul key={index}>{of.items.map(item)}</ul>
      ) : (
        <ol key={index} start={of.from}>
          {of.items.map(item)}
        </ol>
      );
    case "table":
      return <Rows key={index} head={of.head} rows={of.rows} />;
    case "rule":
      return <hr key={index} />;
  }
}

function item({ done, of }: ListItem, index: number) {
  const [first, ...rest] = of;
  return (
    <li key={index}>
      {done !== undefined && (done ? "☑ " : "☐ ")}
      {/* Lines of a short item are not paragraphs. */}
      {first?.kind === "paragraph" ? first.of.map(inline) : first && block(first, 0)}
      {rest.map(block)}
    </li>
  );
}

function Rows({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              {cell.map(inline)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{cell.map(inline)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(of: Inline, index: number) {
  switch (of.kind) {
    case "text":
      return <Fragment key={index}>{of.text}</Fragment>;
    case "code":
      return <code key={index}>{of.text}</code>;
    case "strong":
      return <strong key={index}>{of.of.map(inline)}</strong>;
    case "emphasis":
      return <em key={index}>{of.of.map(inline)}</em>;
    case "deleted":
      return <del key={index}>{of.of.map(inline)}</del>;
    case "link":
      return (
        <a key={index} href={of.href} rel="nofollow noopener noreferrer">
          {of.of.map(inline)}
        </a>
      );
    case "issue":
      return (
        <Link key={index} to={of.path}>
          {of.shortId}
        </Link>
      );
    case "mention":
      return <b key={index}>{`@${of.name}`}</b>;
    case "break":
      return <br key={index} />;
  }
}
