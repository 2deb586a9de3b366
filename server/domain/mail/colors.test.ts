import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colors } from "./colors.ts";

const tokens = readFileSync(new URL("../../../app/ui/styles/tokens.css", import.meta.url), "utf8");

/** Of a token such as `--ink: light-dark(oklch(0.24 0.018 265), oklch(0.93 0.008 88))`. */
function tokenColors(name: string): string[] {
  const [, values] = new RegExp(`--${name}: light-dark\\((.*)\\);`).exec(tokens)!;
  return [...values!.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, ...parts]) =>
    hexOf(parts.map(Number) as [number, number, number]),
  );
}

/** CSS Color 4: OKLCH to OKLab to linear sRGB to sRGB. */
function hexOf([lightness, chroma, hue]: [number, number, number]): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channels = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(255 * Math.min(1, Math.max(0, encoded)));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

test.each(Object.entries(colors))("the color %s is the token's, light and dark", (name, hex) => {
  expect(hex).toEqual(tokenColors(name));
});
