import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { HarnessInput } from '../job.ts'
import type { HarnessRecord } from '../record.ts'

const emit = (record: HarnessRecord) => {
  process.stdout.write(`${JSON.stringify(record)}\n`)
}

// Its name is shown to the model, and has to be the same at each attempt.
const makeScratch = async (root: string) => {
  const mark = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const scratch = join(await realpath(tmpdir()), `atelier-${mark}`)
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { mode: 0o700 })
  return scratch
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
  const root = await realpath(job.place.worktree)
  const scratch = await makeScratch(root)
  emit(await runJob(job, { root, scratch }, emit, controller.signal))
  await rm(scratch, { recursive: true, force: true })
  clearTimeout(timer)
}

await main()
