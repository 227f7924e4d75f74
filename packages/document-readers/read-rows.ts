import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Sandboxes, SandboxLimits } from './sandbox.ts'
import type { DocumentRefusal, RowsRecord, WorkbookRow } from './reader.ts'
import { reasonOf, runProgram } from './run-program.ts'

const mebibyte = 2 ** 20

/** The limits for reading the rows of a workbook. The time includes that of the consumer of the rows. */
export const rowsLimits: SandboxLimits & { recordMostChars: number } = {
  cpuSeconds: 240,
  memoryBytes: 768 * mebibyte,
  processes: 64,
  fileSizeBytes: mebibyte,
  diskBytes: 16 * mebibyte,
  wallMs: 900_000,
  outputBytes: 1_024 * mebibyte,
  recordMostChars: 4 * mebibyte,
}

/** Why no row, or no further row, of a workbook can be read. */
export class RowsRefusedError extends Error {
  readonly rule: DocumentRefusal

  constructor(rule: DocumentRefusal) {
    super(`The rows of a workbook are refused: ${rule}`)
    this.name = 'RowsRefusedError'
    this.rule = rule
  }
}

interface WorkbookToRead {
  /** Shows up in the name of the sandbox. */
  readonly id: string
  /** A file of the host. */
  readonly path: string
  /** The name of the sheet; without it the first that is shown and has a value. */
  readonly sheet: string | undefined
  readonly signal: AbortSignal
}

export type OpenedRows = Awaited<ReturnType<typeof openRows>>

/**
 * Opens the rows of a workbook's sheet (XLSX), which are read in a sandbox without network. Few rows are in memory at a
 * time: who is slow to take them slows the reading. Throws RowsRefusedError. Leaving the rows ends the reading.
 * `otherSheets` are the names of at most 100 others that are shown; `sheet` is undefined for a workbook without one.
 */
export const openRows = async (sandboxes: Sandboxes, workbook: WorkbookToRead, limits = rowsLimits) => {
  const records = recordsOf(sandboxes, workbook, limits)
  const first = await records.next()
  if (first.done === true) return { sheet: undefined, otherSheets: [], rows: rowsOf(records) }
  if (first.value.type !== 'sheet') {
    await records.return(undefined)
    throw new Error('The reading program named no sheet before its rows')
  }
  const { name, others } = first.value
  return { sheet: name, otherSheets: others, rows: rowsOf(records) }
}

async function* rowsOf(records: AsyncGenerator<RowsRecord>): AsyncGenerator<WorkbookRow> {
  for await (const record of records) if (record.type === 'rows') yield* record.rows
}

async function* recordsOf(
  sandboxes: Sandboxes,
  { id, path, sheet, signal }: WorkbookToRead,
  limits: typeof rowsLimits,
): AsyncGenerator<RowsRecord> {
  const records = new PassThrough({ objectMode: true, readableHighWaterMark: 1, writableHighWaterMark: 1 })
  const left = new AbortController()
  let isFinished = false
  const take = async (record: RowsRecord) => {
    if (record.type === 'refused') throw new RowsRefusedError(record.rule)
    if (record.type === 'finished') isFinished = true
    else if (!records.write(record)) await once(records, 'drain', { signal: left.signal })
  }
  const running = runProgram(sandboxes, {
    id,
    path,
    job: { format: 'rows', sheet },
    limits,
    take,
    signal: AbortSignal.any([signal, left.signal]),
  }).then((outcome) => {
    signal.throwIfAborted()
    if (!isFinished) throw new RowsRefusedError(reasonOf(outcome))
    records.end()
  })
  running.catch((error: Error) => records.destroy(error))
  try {
    for await (const record of records) yield record as RowsRecord
  } finally {
    left.abort()
    await running.catch(() => undefined)
  }
}
