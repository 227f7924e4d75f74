import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** The length of every key: AES-256. */
export const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const format = 1
const headBytes = 1 + nonceBytes

/** A sealed value that does not open: another key, other associated data, or changed bytes. Says nothing about the content. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/**
 * Encrypts `content` under a key of 32 bytes, bound to `associated`, with AES-256-GCM and a random nonce. The result is
 * one format byte (1), a 12-byte nonce, the ciphertext, and a 16-byte tag. A key seals at most 2^32 values. Source:
 * NIST SP 800-38D, sections 5.2 and 8.3.
 */
export const seal = (key: KeyObject, content: Uint8Array, associated: Uint8Array): Buffer =>
  sealWith(key, content, associated, randomBytes(nonceBytes))

/** As `seal` with a nonce of the caller's, which must never be used twice under one key: for known vectors. */
export const sealWith = (key: KeyObject, content: Uint8Array, associated: Uint8Array, nonce: Uint8Array): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(associated)
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, ciphertext, cipher.getAuthTag()])
}

const pieceBytes = 2 ** 20

/** As `seal`, in pieces of a megabyte between which the event loop gets its turn: one of 48 MiB takes 50 ms or more. */
export const sealLarge = async (key: KeyObject, content: Uint8Array, associated: Uint8Array): Promise<Buffer> => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(associated)
  const sealed = Buffer.allocUnsafeSlow(headBytes + content.length + tagBytes)
  sealed[0] = format
  sealed.set(nonce, 1)
  for (let from = 0; from < content.length; from += pieceBytes) {
    sealed.set(cipher.update(content.subarray(from, from + pieceBytes)), headBytes + from)
    await setImmediate()
  }
  // In this mode every byte is already written; the end returns no bytes, only the tag.
  cipher.final()
  sealed.set(cipher.getAuthTag(), headBytes + content.length)
  return sealed
}

/** The content of what `seal` made with the same key and associated data. Throws SealBroken for anything else. */
export const unseal = (key: KeyObject, sealed: Uint8Array, associated: Uint8Array): Buffer => {
  if (sealed.length < headBytes + tagBytes || sealed[0] !== format) throw new SealBroken('This is no sealed value')
  const nonce = sealed.subarray(1, headBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(associated)
    .setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes, -tagBytes)), decipher.final()])
  } catch (cause) {
    throw new SealBroken('The sealed value was changed, or belongs to another key or place', { cause })
  }
}

/**
 * Joins texts into bytes that no other list of texts produces: each as UTF-8 after its length in 4 bytes, big-endian.
 * Lone surrogates, which UTF-8 has no bytes for, are a bug in the caller and throw.
 */
export const associate = (...parts: readonly string[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      if (!part.isWellFormed()) throw new Error('Associated data must be well-formed text')
      const text = Buffer.from(part)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(text.length)
      return [length, text]
    }),
  )
