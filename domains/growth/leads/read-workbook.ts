import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openRows, RowsRefusedError, type OpenedRows } from '../../../packages/document-readers/index.ts'
import { makeOwnFolder, removeOwnFolder, type SandboxDriver } from '../../../execution/sandbox/index.ts'
import { ListRefusal, type ListRefusalReason, type ListRow, type OpenedList } from './rules/lists.ts'

export interface WorkbookParts {
  readonly sandboxes: SandboxDriver
}

export interface WorkbookTerms {
  readonly listId: string
  /** The name of the sheet to read; without it the first that is shown and has a value. */
  readonly sheet?: string | undefined
  readonly signal: AbortSignal
  /** Carries out work that needs a sandbox, or throws if none is free. */
  readonly inSandbox: <T>(work: () => Promise<T>) => Promise<T>
}

/** Lends the rows of a workbook, whose file is on disk for so long: a zip file is read from its end. */
export const withWorkbook = async <T>(
  { sandboxes }: WorkbookParts,
  content: AsyncIterable<Buffer>,
  { listId, sheet, signal, inSandbox }: WorkbookTerms,
  work: (list: OpenedList) => Promise<T>,
): Promise<T> => {
  const folder = await makeOwnFolder(tmpdir())
  try {
    const path = join(folder, 'list.xlsx')
    await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal })
    return await inSandbox(async () => {
      const opened = await openRows(sandboxes, { id: listId, path, sheet, signal }).catch(refuse)
      try {
        return await work(listOf(opened))
      } finally {
        await opened.rows.return(undefined)
      }
    })
  } finally {
    await removeOwnFolder(folder)
  }
}

const listOf = ({ sheet, otherSheets, rows }: OpenedRows): OpenedList => ({
  format: 'xlsx',
  encoding: null,
  delimiter: null,
  sheet: sheet ?? null,
  otherSheets,
  rows: numbered(rows),
})

async function* numbered(rows: OpenedRows['rows']): AsyncGenerator<ListRow> {
  try {
    for await (const [number, cells] of rows) yield { number, cells }
  } catch (error) {
    refuse(error)
  }
}

const refuse = (error: unknown): never => {
  throw error instanceof RowsRefusedError ? new ListRefusal(reasons[error.rule] ?? 'unreadable', error) : error
}

const reasons: Readonly<Partial<Record<RowsRefusedError['rule'], ListRefusalReason>>> = {
  sheet_missing: 'no_sheet',
  unsupported: 'workbook',
  encrypted: 'workbook',
  too_large: 'too_large',
  time: 'too_large',
  memory: 'too_large',
}
