import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { zipOf } from '../../../testing/ai/documents.ts'
import { leadListMostBytes } from './rules.ts'

const folder = await mkdtemp(join(tmpdir(), 'large-lists-'))
afterAll(() => rm(folder, { recursive: true }))
const root = join(import.meta.dirname, '..', '..', '..')
const mebibyte = 2 ** 20
/** The heap that the thread has which reads a list. */
const readerHeapMiB = 256

interface Reading {
  readonly format: string
  readonly count: number
  readonly leads: number
  readonly last: number
  readonly grewMiB: number
}

/** Reads a list in a process of its own, as the server does. */
const readAlone = async (path: string): Promise<Reading> => {
  const child = spawn(process.execPath, [join(root, 'testing/databases/list-reading-process.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const reading = json(child.stdout)
  const [status] = (await once(child, 'exit')) as [number | null]
  expect(status).toBe(0)
  return (await reading) as Reading
}

/** The most memory that the reading program has over a workbook, outside of its sandbox. */
const peakOfProgram = async (path: string): Promise<number> => {
  const child = spawn(process.execPath, [join(root, 'packages/document-readers/program/main.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  child.stdin.end(JSON.stringify({ format: 'rows', path }))
  child.stdout.resume()
  let peak = 0
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 50))])
  }
  await exited
  return Math.round(peak)
}

const numbered = function* (count: number, lineOf: (at: number) => string) {
  for (let from = 0; from < count; from += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, count - from) }, (_none, at) => lineOf(from + at))
    yield Buffer.from(lines.join(''))
  }
}

// Digits that compress badly, as in real lists.
const noise = (at: number) =>
  (Math.imul(at + 1, 2_654_435_761) >>> 0).toString(36) + ((at * 7_919) % 99_991).toString(36)

test('2 million rows of CSV in 64 MiB are read in flat memory', async () => {
  const path = join(folder, 'list.csv')
  const lines = numbered(2_000_000, (at) => `p${at}@e${at % 50_000}.example,N${at % 977},F${at % 97}\n`)
  await writeFile(path, Buffer.concat([...lines]))
  expect((await stat(path)).size).toBeLessThan(leadListMostBytes)
  expect((await stat(path)).size).toBeGreaterThan(48 * mebibyte)
  const { grewMiB, ...reading } = await readAlone(path)
  expect(reading).toEqual({ format: 'csv', count: 2_000_000, leads: 2_000_000, last: 2_000_000 })
  expect(grewMiB).toBeLessThan(readerHeapMiB)
}, 600_000)

test('a million rows of a workbook are read in flat memory, and its reader has its own within bounds', async () => {
  const path = join(folder, 'list.xlsx')
  const rows = 1_048_576
  const strings = [...numbered(rows, (at) => `<si><t>${noise(at)}@e${noise(at + 7)}.example</t></si>`)]
  const cells = [
    ...numbered(
      rows,
      (at) =>
        `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at}</v></c><c r="B${at + 1}" t="inlineStr"><is><t>N ${noise(at)}</t></is></c></row>`,
    ),
  ]
  await writeFile(path, largeWorkbook(cells, strings))
  const { size } = await stat(path)
  expect(size).toBeLessThan(leadListMostBytes)
  expect(size).toBeGreaterThan(24 * mebibyte)
  const { grewMiB, ...reading } = await readAlone(path)
  const program = await peakOfProgram(path)
  expect(reading).toEqual({ format: 'xlsx', count: rows, leads: rows, last: rows })
  expect(grewMiB).toBeLessThan(readerHeapMiB)
  expect(program).toBeLessThan(450)
}, 600_000)

test('a workbook that unpacks to gigabytes is refused in bounded memory', async () => {
  const path = join(folder, 'bomb.xlsx')
  const zeros = Buffer.alloc(2 ** 30 + 1, ' ')
  await writeFile(path, zipOf({ 'xl/workbook.xml': '<workbook/>', 'xl/sharedStrings.xml': zeros }))
  expect((await stat(path)).size).toBeLessThan(2 * mebibyte)
  expect(await peakOfProgram(path)).toBeLessThan(250)
  const entries = join(folder, 'strings.xlsx')
  await writeFile(
    entries,
    zipOf({
      'xl/workbook.xml': '<workbook/>',
      'xl/sharedStrings.xml': Buffer.concat([Buffer.from('<sst>'), Buffer.alloc(500 * mebibyte, '<si/>')]),
    }),
  )
  expect(await peakOfProgram(entries)).toBeLessThan(600)
}, 600_000)

const largeWorkbook = (rows: readonly Buffer[], strings: readonly Buffer[]): Buffer => {
  const wrap = (start: string, pieces: readonly Buffer[], end: string) =>
    Buffer.concat([Buffer.from(start), ...pieces, Buffer.from(end)])
  return zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="s1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="s1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': wrap('<sst>', strings, '</sst>'),
    'xl/worksheets/sheet1.xml': wrap('<worksheet><sheetData>', rows, '</sheetData></worksheet>'),
  })
}
