import { outsideReader, type OutsideRead } from '../../../platform/threads/index.ts'
import type * as readings from './readings.ts'

/** The markup or the styles of a page took longer than any real ones, or filled the memory of their thread. */
export class UnreadableError extends Error {}

const module = new URL('./readings.ts', import.meta.url)
const page = outsideReader<typeof readings.readPage>({ module, name: 'readPage', mostBytes: 2.5 * 2 ** 20 })
const styles = outsideReader<typeof readings.readStyles>({ module, name: 'readStyles', mostBytes: 16 * 2 ** 20 })
const drawing = outsideReader<typeof readings.readDrawing>({ module, name: 'readDrawing', mostBytes: 512 * 1024 })

/** Reads a page and its style sheets in threads; `key` is the workspace that asks. */
export const openReader = (key: string, signal?: AbortSignal) => ({
  page: async (file: Parameters<typeof readings.readPage>[0]) => readable(await page(file, { key, signal })),
  styles: async (sheets: readings.StyleSheets) => readable(await styles(sheets, { key, signal })),
})

/** Only the drawing of an SVG; undefined if the bytes are no SVG or cannot be read. */
export const readDrawing = async (bytes: Uint8Array, key: string): Promise<string | undefined> =>
  (await drawing(bytes, { key })).value

const readable = <Value>(read: OutsideRead<Value>): Value => {
  if (read.unread !== undefined) throw new UnreadableError('The page could not be read', { cause: read.unread })
  return read.value
}
