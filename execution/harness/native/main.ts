import { realpath } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { HarnessInput } from '../job.ts'
import type { HarnessRecord } from '../record.ts'

const emit = (record: HarnessRecord) => {
  process.stdout.write(`${JSON.stringify(record)}\n`)
}

/** The native harness: a job on standard input, records on standard output, one to a line. */
const main = async () => {
  // For this program alone: what the agent runs compiles for itself.
  delete process.env.NODE_COMPILE_CACHE
  const [input, { runJob }] = await Promise.all([text(process.stdin), import('./loop.ts')])
  const job = JSON.parse(input) as HarnessInput
  emit({ type: 'started' })
  const controller = new AbortController()
  process.once('SIGTERM', () => controller.abort('cancelled'))
  const timer = setTimeout(() => controller.abort('wall-time'), job.limits.wallMs)
  emit(await runJob(job, await realpath(job.place.worktree), emit, controller.signal))
  clearTimeout(timer)
}

await main()
