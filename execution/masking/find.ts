import { isSeparator } from './forms.ts'

/** A stretch of bytes, without its end. */
export type Range = readonly [from: number, to: number]

/** Finds a set of texts, each of four bytes or more, in one pass over the bytes, however many they are. */
export const finder = (texts: readonly Buffer[]) => {
  const byBeginning = Map.groupBy(texts, (text) => text.readInt32BE(0))
  const mayBegin = new Uint8Array(65_536)
  for (const beginning of byBeginning.keys()) mayBegin[placeOf(beginning)] = 1
  return (bytes: Uint8Array): Range[] => {
    const found: Range[] = []
    let four = 0
    for (let at = 0; at < bytes.length; at += 1) {
      four = (four << 8) | bytes[at]!
      if (at < 3 || mayBegin[placeOf(four)] === 0) continue
      for (const text of byBeginning.get(four) ?? [])
        if (text.equals(bytes.subarray(at - 3, at - 3 + text.length))) found.push([at - 3, at - 3 + text.length])
    }
    return found
  }
}

const placeOf = (four: number) => (four ^ (four >>> 16)) & 0xffff

/** Like `find`, in the bytes without separators; the ranges refer to the original bytes. */
export const findJoined = (find: ReturnType<typeof finder>, bytes: Uint8Array): Range[] => {
  const joined = new Uint8Array(bytes.length)
  const places = new Uint32Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (isSeparator(bytes[at]!)) continue
    joined[length] = bytes[at]!
    places[length] = at
    length += 1
  }
  return find(joined.subarray(0, length)).map(([from, to]) => [places[from]!, places[to - 1]! + 1])
}

/** Ranges in order, with touching or overlapping ranges merged. */
export const united = (ranges: readonly Range[]): Range[] => {
  const all: Range[] = []
  for (const [from, to] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)]
    else all.push([from, to])
  }
  return all
}
