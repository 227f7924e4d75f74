/** Texts about the proof of a delivery. */
export const en = {
  download: 'Download the proof',
  text: 'One signed file, from the key of the reviewer to the invoice. It can be checked without this server.',
  downloads: 'The proof is signed and can be checked without this server. The record has the bytes behind the mark.',
}
