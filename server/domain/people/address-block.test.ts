import { expect, test } from "vitest";
import { addressBlock } from "./address-block.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "20010db800010002/64"],
  ["2001:0DB8:1:2:ffff::1", "20010db800010002/64"],
  ["2001:db8:1:3::1", "20010db800010003/64"],
  ["fe80::1%eth0", "fe80000000000000/64"],
  ["", ""],
])("%s is in %s", (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
