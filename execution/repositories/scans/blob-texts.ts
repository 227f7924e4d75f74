import type { BlobPiece } from '../reads/blobs.ts'
import { scannable } from './scannable.ts'

/** A text in which secrets are looked for. `firstLine` is that of its file with which it begins, if its lines are the file's. */
export interface BlobText {
  readonly content: string
  readonly firstLine: number | undefined
}

/**
 * Makes texts of the pieces of files, each file from its beginning: see `scannable`. UTF-16 that says so with its first
 * bytes is read as such, so that its lines are right, and as other bytes too, since it may be none.
 */
export const openBlobTexts = () => {
  let isWide = false
  let line = 1
  return ({ content, isFirst, repeatedBytes }: BlobPiece): readonly BlobText[] => {
    if (isFirst) {
      isWide = content[0] === 0xff && content[1] === 0xfe
      line = 1
    }
    const firstLine = line
    line += lineBreaks(content, content.length - repeatedBytes, isWide)
    const ascii = scannable(content)
    if (isWide) return [{ content: content.toString('utf16le'), firstLine }, ...unlessEmpty(ascii, undefined)]
    return unlessEmpty(ascii, content.includes(0) ? undefined : firstLine)
  }
}

const unlessEmpty = (content: string, firstLine: number | undefined): BlobText[] =>
  content === '' ? [] : [{ content, firstLine }]

const lineBreaks = (content: Buffer, endAt: number, isWide: boolean) => {
  let found = 0
  for (let at = 0; at < endAt; at += isWide ? 2 : 1)
    if (content[at] === 0x0a && (!isWide || content[at + 1] === 0)) found += 1
  return found
}
