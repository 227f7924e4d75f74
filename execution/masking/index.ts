import { findJoined, finder, united } from './find.ts'
import { formsOf } from './forms.ts'
import { maskText } from './labelled.ts'

export { maskableLeast } from './forms.ts'
export { maskLabelled, maskText } from './labelled.ts'

const mask = Buffer.from(maskText)

// Longer than any piece that is looked for, with room for the separators of long encoded texts.
const heldBackBytes = 1_024

/** Replaces secrets in texts and streams. Values of fewer than `maskableLeast` bytes are never handed out. */
export interface Masking {
  text(text: string): string
  /** Replaces secrets in bytes that come in chunks, wherever the chunks are cut; `end` returns the rest. */
  stream(): { push(chunk: Uint8Array): Buffer; end(): Buffer }
}

export const maskingOf = (values: readonly string[]): Masking => {
  if (values.length === 0) return nothingToMask
  const forms = values.map(formsOf)
  const plain = finder(forms.flatMap((form) => form.plain))
  const joined = finder(forms.flatMap((form) => form.joined))
  const rangesIn = (bytes: Uint8Array) => united([...plain(bytes), ...findJoined(joined, bytes)])
  return {
    text: (text) => {
      const bytes = Buffer.from(text)
      const ranges = rangesIn(bytes)
      return ranges.length === 0 ? text : replaced(bytes, ranges, bytes.length).toString()
    },
    stream: () => {
      let held: Buffer = Buffer.alloc(0)
      return {
        push: (chunk) => {
          const bytes = Buffer.concat([held, chunk])
          const ranges = rangesIn(bytes)
          const latest = Math.max(0, bytes.length - heldBackBytes)
          const until = ranges.find(([from, to]) => from < latest && to > latest)?.[0] ?? latest
          held = bytes.subarray(until)
          return replaced(bytes, ranges, until)
        },
        end: () => {
          const last = replaced(held, rangesIn(held), held.length)
          held = Buffer.alloc(0)
          return last
        },
      }
    },
  }
}

const nothingToMask: Masking = {
  text: (text) => text,
  stream: () => ({ push: (chunk) => Buffer.from(chunk), end: () => Buffer.alloc(0) }),
}

/** The bytes up to `until`, with a mask for each range that ends there or before. */
const replaced = (bytes: Buffer, ranges: readonly (readonly [number, number])[], until: number): Buffer => {
  const parts: Buffer[] = []
  let at = 0
  for (const [from, to] of ranges) {
    if (to > until) break
    parts.push(bytes.subarray(at, from), mask)
    at = to
  }
  return Buffer.concat([...parts, bytes.subarray(at, until)])
}
