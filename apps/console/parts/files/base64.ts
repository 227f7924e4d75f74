/** Bytes as the API and addresses of pictures write them. */
export const base64OfBytes = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))

export const base64Of = async (blob: Blob): Promise<string> => base64OfBytes(new Uint8Array(await blob.arrayBuffer()))
