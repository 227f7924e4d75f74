import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { HarnessInput } from './job.ts'
import type { Emit, FinishedRecord } from './record.ts'

/** Where a harness works: the worktree's real path, and a folder beside it that is part of no change. */
interface WorkPlace {
  readonly root: string
  readonly scratch: string
}

/** Does a job. `signal` is aborted when the run is stopped (`cancelled`) or its time is up (`wall-time`). */
export type RunJob = (job: HarnessInput, place: WorkPlace, emit: Emit, signal: AbortSignal) => Promise<FinishedRecord>

const emit: Emit = (record) => {
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

/** A harness as a program: a job on standard input, records on standard output, one to a line. */
export const runProgram = async (load: () => Promise<{ readonly runJob: RunJob }>): Promise<void> => {
  // Only for this program: programs of the agent compile for themselves.
  delete process.env.NODE_COMPILE_CACHE
  const [input, { runJob }] = await Promise.all([text(process.stdin), load()])
  const job = JSON.parse(input) as HarnessInput
  emit({ type: 'started' })
  const controller = new AbortController()
  process.once('SIGTERM', () => controller.abort('cancelled'))
  const timer = setTimeout(() => controller.abort('wall-time'), job.limits.wallMs)
  if (job.place.bridge !== undefined) await ((await import(job.place.bridge)) as { readonly default: unknown }).default
  const root = await realpath(job.place.worktree)
  const scratch = await makeScratch(root)
  emit(await runJob(job, { root, scratch }, emit, controller.signal))
  await rm(scratch, { recursive: true, force: true })
  clearTimeout(timer)
}

/** Why a hanging job was ended. */
export class Stalled extends Error {
  override readonly name = 'Stalled'
}

/** How a job ends whose signal was aborted. */
export const stoppedBy = ({ reason }: AbortSignal): FinishedRecord => {
  if (reason instanceof Stalled) return { type: 'finished', outcome: 'stalled', summary: reason.message }
  return reason === 'wall-time'
    ? { type: 'finished', outcome: 'wall-time', summary: 'The agent was stopped because its time was up.' }
    : { type: 'finished', outcome: 'cancelled', summary: 'The run was stopped.' }
}
