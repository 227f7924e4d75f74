import { outsideReader } from '../../platform/threads/index.ts'
import type * as readings from './readings.ts'

const module = new URL('./readings.ts', import.meta.url)
// As much as is read of a commit.
const filesMostBytes = 128 * 2 ** 20
const mostBytes = filesMostBytes + 2 ** 20

/** `makeBill` in a thread. */
export const billInThread = outsideReader<typeof readings.bill>({
  module,
  name: 'bill',
  mostBytes,
  answerMostBytes: 64 * 2 ** 20,
  workMs: 20_000,
})

/** `readOsv` in a thread. */
export const osvInThread = outsideReader<typeof readings.osv>({ module, name: 'osv', mostBytes: 4 * 2 ** 20 })

/** `judgeAll` in a thread. */
export const judgeInThread = outsideReader<typeof readings.judged>({ module, name: 'judged', mostBytes: 16 * 2 ** 20 })
