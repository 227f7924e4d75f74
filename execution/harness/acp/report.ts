import type { Fingerprint } from '../native/repetition.ts'
import type { FinishedRecord, HarnessRecord } from '../record.ts'
import { afterToolCalls, type Interruptions } from './interruptions.ts'
import { openUpdates } from './updates.ts'

interface ReportParts {
  readonly emit: (record: HarnessRecord) => void
  readonly seen: (what: string) => void
  readonly note: (text: string) => void
  readonly interrupt: Interruptions['interrupt']
  /** A tool call has ended: a time to save the work. */
  readonly onStep: () => void
}

// The server takes no more lines of a harness than twice as many.
const recordsMost = 50_000

/** The actions of an agent as records, each bounded in size; ends the turn of an agent that goes round in circles. */
export const openReport = ({ emit, seen, note, interrupt, onStep }: ReportParts) => {
  const calls: Fingerprint[] = []
  let records = 0
  const record = (one: HarnessRecord): void => {
    records += 1
    seen(`a record (${one.type})`)
    if (records <= recordsMost) emit(one)
    else interrupt({ end: flooded })
  }
  const onCall = (call: Fingerprint): void => {
    calls.push(call)
    interrupt(afterToolCalls(calls))
    onStep()
  }
  return { record, updates: openUpdates({ emit: record, note, onCall }) }
}

const flooded: FinishedRecord = {
  type: 'finished',
  outcome: 'agent-failed',
  summary: `The agent reported more than ${recordsMost} steps, which is the most that is kept.`,
}
