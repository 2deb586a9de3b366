import type { QrCode } from "./qr-code.ts";

const modulePx = 4;

/** Dark on light in every theme: that is what cameras know. The secret stands beside it in letters. */
export function QrImage({ size, path }: QrCode) {
  return (
    <svg
      {...{
        width: size * modulePx,
        height: size * modulePx,
        viewBox: `0 0 ${size} ${size}`,
        shapeRendering: "crispEdges",
      }}
      role="img"
      aria-label="QR code for your app. The secret below contains the same."
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
