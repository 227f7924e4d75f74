import { readFile } from 'node:fs/promises'
import type { ReadPage } from '../reader.ts'
import { pageOfText } from './pages.ts'

/** The character set that a page of HTML names, if it is one that can be read. */
export const charsetOfHtml = (html: string): string | undefined => {
  const named = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(html.slice(0, 4_096))?.[1]
  try {
    return named === undefined ? undefined : new TextDecoder(named).encoding
  } catch {
    return undefined
  }
}

/** Text of any encoding that begins with its mark, UTF-8, or else the one that is named. */
export const decodeText = (bytes: Uint8Array, named = 'windows-1252'): string => {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  if (start === 'fffe') return new TextDecoder('utf-16le').decode(bytes)
  if (start === 'feff') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(named).decode(bytes)
  }
}

/** A form feed begins a page. */
export const readPlain = async (path: string): Promise<readonly ReadPage[]> =>
  decodeText(await readFile(path))
    .replaceAll('\r\n', '\n')
    .split('\f')
    .map((text, at) => pageOfText(at + 1, text))
