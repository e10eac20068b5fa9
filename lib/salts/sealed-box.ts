import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from "node:crypto";

const keyBytes = 32;
const tagBytes = 16;
/** Each key encrypts only one message, so a constant nonce is safe. */
const nonce = Buffer.alloc(12);

interface SealingKey {
  publicKey: Uint8Array;
  /** Throws if the box is sealed to another key or was modified. */
  open: (box: Uint8Array) => Buffer;
}

/**
 * A new X25519 key pair. The private key is never exported, so it exists only in this process's
 * memory.
 */
export function makeSealingKey(): SealingKey {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const receiver = rawKey(publicKey);
  return {
    publicKey: receiver,
    open: (box) => {
      const sender = box.subarray(0, keyBytes);
      const decipher = createDecipheriv(
        "aes-256-gcm",
        sharedKey(privateKey, sender, sender, receiver),
        nonce,
      );
      decipher.setAuthTag(box.subarray(box.length - tagBytes));
      return Buffer.concat([
        decipher.update(box.subarray(keyBytes, box.length - tagBytes)),
        decipher.final(),
      ]);
    },
  };
}

/**
 * Encrypts `text` for the receiver's key: the sender's one-time public key, the ciphertext and its
 * tag.
 */
export function seal(text: Uint8Array, receiver: Uint8Array): Buffer {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const sender = rawKey(publicKey);
  const cipher = createCipheriv(
    "aes-256-gcm",
    sharedKey(privateKey, receiver, sender, receiver),
    nonce,
  );
  return Buffer.concat([sender, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function sharedKey(
  privateKey: KeyObject,
  peer: Uint8Array,
  sender: Uint8Array,
  receiver: Uint8Array,
): Uint8Array {
  const x = Buffer.from(peer).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "X25519", x }, format: "jwk" });
  const secret = diffieHellman({ privateKey, publicKey });
  return new Uint8Array(
    hkdfSync("sha256", secret, Buffer.concat([sender, receiver]), "slugline sealed box", keyBytes),
  );
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
}
