import type { HarnessRecord } from '../../../execution/harness/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { recordTranscript, type TaskRow, type TranscriptEntry } from '../../tasks/index.ts'

const batch = 20
const errorMostChars = 16_384

/** Stores what a harness reports, in its order and in batches, so that a run can be read afterwards step by step. */
export const transcriber = (
  { run, step, write }: Pick<EffectContext, 'run' | 'write'> & { readonly step: { seq: number; attempt: number } },
  task: TaskRow,
) => {
  let position = 0
  let waiting: TranscriptEntry[] = []
  let lastError = ''
  const of = { taskId: task.id, runId: run.id, stepSeq: step.seq, attempt: step.attempt }

  const flush = async () => {
    const entries = waiting
    waiting = []
    if (entries.length > 0) await write(async (tx) => recordTranscript(tx, of, entries, await tx.now()))
  }
  return {
    add: async (record: HarnessRecord) => {
      const { type, ...payload } = record
      if (record.type === 'tool-result' && !record.ok) lastError = record.text.slice(-errorMostChars)
      position += 1
      waiting.push({ position, kind: type, payload: storable(payload) })
      if (waiting.length >= batch) await flush()
    },
    flush,
    /** What the last tool said that failed, cut at its beginning; empty when none did. */
    lastError: () => lastError,
  }
}

/** PostgreSQL's jsonb refuses NUL and halves of surrogate pairs, and what an agent reads may have them. */
const storable = (payload: object): object => JSON.parse(JSON.stringify(payload, replaceUnstorable)) as object

const replaceUnstorable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
