// The sound of a rated reading comes sealed (AES-GCM: 12 bytes of nonce, what is sealed, its tag) and its key with `go`.

const NONCE_BYTES = 12;

/** The bytes under the seal. `key`: 32 bytes as base64. Rejects where the key is not the one it was sealed with. */
export async function unsealed(data, key) {
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const opener = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["decrypt"]);
  return crypto.subtle.decrypt({ name: "AES-GCM", iv: data.slice(0, NONCE_BYTES) }, opener, data.slice(NONCE_BYTES));
}
