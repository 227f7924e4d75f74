import { readFile } from 'node:fs/promises'
import type { ReadPage } from '../reader.ts'
import { pageOfText } from './pages.ts'

/** Text of any encoding that begins with its mark, UTF-8, or what is left of Windows. */
export const decodeText = (bytes: Uint8Array): string => {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  if (start === 'fffe') return new TextDecoder('utf-16le').decode(bytes)
  if (start === 'feff') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A form feed begins a page. */
export const readPlain = async (path: string): Promise<readonly ReadPage[]> =>
  decodeText(await readFile(path))
    .replaceAll('\r\n', '\n')
    .split('\f')
    .map((text, at) => pageOfText(at + 1, text))
