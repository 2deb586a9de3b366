const integerTag = 2;
const coordinateBytes = 32;

/**
 * An ECDSA signature (DER: two integers) with both numbers padded to 33 bytes. The verification
 * library expects 32-byte numbers or a leading zero. One in 128 signatures has a shorter number and
 * would be rejected. Throws for an invalid signature.
 */
export function paddedSignature(signature: string): string {
  const der = Buffer.from(signature, "base64url");
  const r = integerAt(der, 2);
  const s = integerAt(der, r.end);
  const body = Buffer.concat(
    [r, s].flatMap(({ bytes }) => [Buffer.from([integerTag, coordinateBytes + 1, 0]), bytes]),
  );
  return Buffer.concat([Buffer.from([0x30, body.length]), body]).toString("base64url");
}

function integerAt(der: Buffer, start: number): { bytes: Buffer; end: number } {
  const [tag, length = 0] = der.subarray(start);
  const end = start + 2 + length;
  const digits = der.subarray(start + 2, end);
  const significant = digits.subarray(digits.findIndex((byte) => byte !== 0));
  if (tag !== integerTag || digits.length !== length || significant.length > coordinateBytes)
    throw new RangeError("This is not an ECDSA signature.");
  const bytes = Buffer.alloc(coordinateBytes);
  significant.copy(bytes, coordinateBytes - significant.length);
  return { bytes, end };
}
