// Reads a list of leads: node list-reading-process.ts <file>. Prints what it read, and how much its memory grew at most.
import { createReadStream, readFileSync } from 'node:fs'
import { withList } from '../../domains/growth/leads/read-list.ts'
import { readRow } from '../../domains/growth/leads/read-row.ts'
import { columnsOf } from '../../domains/growth/leads/rules/columns.ts'
import { chooseDriver } from '../../execution/sandbox/index.ts'

const [file = ''] = process.argv.slice(2)
const terms = {
  workspace: 'measured',
  listId: 'measured',
  signal: new AbortController().signal,
  inSandbox: <T>(work: () => Promise<T>) => work(),
}
const sandboxes = await chooseDriver(undefined)
// getrusage would include the process that started this one.
const peakMiB = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1_024
const before = process.memoryUsage().rss / 2 ** 20
const columns = columnsOf(['email', 'name', 'company'])
const read = await withList({ sandboxes }, createReadStream(file), terms, async ({ rows, format }) => {
  let count = 0
  let leads = 0
  let last = 0
  for await (const { number, cells } of rows) {
    count += 1
    last = number
    if (typeof readRow(cells, columns) === 'object') leads += 1
  }
  return { format, count, leads, last }
})
process.stdout.write(`${JSON.stringify({ ...read, grewMiB: Math.round(peakMiB() - before) })}\n`)
