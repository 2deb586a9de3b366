import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A software authenticator that follows instructions, including wrong ones. */
export type SoftwarePasskey = {
  id: string;
  /** The browser's response after creating a passkey. */
  made(ceremony: Ceremony): string;
  /** The browser's response after using a passkey. */
  used(ceremony: Ceremony & { counter?: number; userHandle?: string }): string;
};

export type Ceremony = {
  origin: string;
  rpId: string;
  challenge: string;
  isUnlocked?: boolean;
  type?: string;
};

const es256 = -7;
const [present, verified, attested] = [1, 4, 64];

export function softwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16).toString("base64url");
  const publicKeyText = publicKey.export({ type: "spki", format: "der" }).toString("base64url");
  return {
    id,
    made(ceremony) {
      const data = Buffer.concat([authenticatorData(ceremony, attested, 0), Buffer.alloc(18)]);
      const client = clientData(ceremony, "webauthn.create");
      return answer(id, {
        authenticatorData: data.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        publicKey: publicKeyText,
        publicKeyAlgorithm: es256,
        transports: ["internal"],
      });
    },
    used({ counter = 0, userHandle, ...ceremony }) {
      const data = authenticatorData(ceremony, 0, counter);
      const client = clientData(ceremony, "webauthn.get");
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return answer(id, {
        authenticatorData: data.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        signature: signature.toString("base64url"),
        ...(userHandle && { userHandle }),
      });
    },
  };
}

function authenticatorData(
  { rpId, isUnlocked = true }: Ceremony,
  more: number,
  counter: number,
): Buffer {
  const rest = Buffer.alloc(5);
  rest[0] = present | (isUnlocked ? verified : 0) | more;
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

const clientData = ({ origin, challenge, type }: Ceremony, usual: string) =>
  Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }));

const answer = (id: string, response: object) =>
  JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
