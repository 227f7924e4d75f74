import { readFile } from 'node:fs/promises'
import { decodeText } from '../../charsets/index.ts'
import type { ReadPage } from '../reader.ts'
import { pageOfText } from './pages.ts'

/** A form feed begins a page. */
export const readPlain = async (path: string): Promise<readonly ReadPage[]> =>
  decodeText(await readFile(path))
    .replaceAll('\r\n', '\n')
    .split('\f')
    .map((text, at) => pageOfText(at + 1, text))
