import { expect, test } from "vitest";
import { downloadHeaders } from "./download.ts";

const nameOf = (fileName: string) => downloadHeaders(fileName)["Content-Disposition"];

test.each([
  ["report.txt", `attachment; filename="report.txt"; filename*=UTF-8''report.txt`],
  ["../../etc/passwd", `attachment; filename="passwd"; filename*=UTF-8''passwd`],
  ["C:\\Windows\\x.dll", `attachment; filename="x.dll"; filename*=UTF-8''x.dll`],
  [
    'a"; filename="b.html',
    `attachment; filename="a__ filename__b.html"; filename*=UTF-8''a%22%3B%20filename%3D%22b.html`,
  ],
  [
    "a\r\nSet-Cookie: b=c",
    `attachment; filename="aSet-Cookie_ b_c"; filename*=UTF-8''aSet-Cookie%3A%20b%3Dc`,
  ],
  ["Grüße.png", `attachment; filename="Gr__e.png"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.png`],
  [
    "invoice\u202egpj.exe",
    `attachment; filename="invoicegpj.exe"; filename*=UTF-8''invoicegpj.exe`,
  ],
  ["\ud800", `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
  ["..", `attachment; filename="file"; filename*=UTF-8''file`],
])("%j is saved under a safe name", (fileName, header) => {
  expect(nameOf(fileName)).toBe(header);
});

test("a media type is valid or empty", () => {
  expect(downloadHeaders("a", "text/html")["Content-Type"]).toBe("text/html");
  expect(downloadHeaders("a", "text/html\r\nx: y")["Content-Type"]).toBe(
    "application/octet-stream",
  );
  expect(downloadHeaders("a")["Content-Security-Policy"]).toContain("sandbox");
});
