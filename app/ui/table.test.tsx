import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { Table } from "./table.tsx";

const files = [{ name: "a.ts", bytes: 12 }];

test("a table has a caption, column headers, and row headers", () => {
  const html = renderToStaticMarkup(
    <Table
      caption="Files"
      columns={[
        { head: "File", cell: ({ name }) => name },
        { head: "Bytes", className: "number wide", cell: ({ bytes }) => bytes },
        false,
      ]}
      rows={files}
      keyOf={({ name }) => name}
    />,
  );
  expect(html).toBe(
    `<table><caption>Files</caption><thead><tr><th scope="col">File</th><th scope="col" class="number wide">Bytes</th></tr></thead>` +
      `<tbody><tr><th scope="row">a.ts</th><td class="number wide">12</td></tr></tbody></table>`,
  );
});

test("another column may be the row header, and columns may be sortable", () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Table
        caption="Files"
        columns={[
          {
            head: "Bytes",
            sort: { to: "?sort=bytes", order: "descending" },
            cell: ({ bytes }) => bytes,
          },
          { head: "File", isRowHead: true, cell: ({ name }) => name },
        ]}
        rows={files}
        keyOf={({ name }) => name}
        rowClass={() => "chosen"}
      />
    </MemoryRouter>,
  );
  expect(html).toContain(
    `<th scope="col" aria-sort="descending"><a href="/?sort=bytes" data-discover="true">Bytes</a><span aria-hidden="true"> ↓</span></th>`,
  );
  expect(html).toContain(`<tr class="chosen"><td>12</td><th scope="row">a.ts</th></tr>`);
});

test("an empty table shows a message instead of headers only", () => {
  const empty = <p>No files yet.</p>;
  const html = renderToStaticMarkup(
    <Table
      caption="Files"
      columns={[{ head: "File", cell: String }]}
      rows={[]}
      keyOf={String}
      empty={empty}
    />,
  );
  expect(html).toBe("<p>No files yet.</p>");
});
