import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { modelNames, readModelTable, tablePrice } from './read-table.ts'

const folder = await mkdtemp(join(tmpdir(), 'atelier-table-'))
afterAll(() => rm(folder, { recursive: true }))
const tableOf = async (text: string | Buffer) => {
  const file = join(folder, 'models.jsonl')
  await writeFile(file, text)
  return readModelTable(file)
}
const line = (change: object = {}) =>
  JSON.stringify({
    model: 'acme-1',
    shape: 'chat',
    capabilities: ['chat'],
    price: { per: 'million tokens', input: 1.25, output: 10, cacheRead: 0.125 },
    pricedOn: '2026-11-21',
    ...change,
  })

test('ships with 36 models, each with a day of its price, and two names of no maker', () => {
  const table = readModelTable()
  expect(table.size).toBe(36)
  expect(modelNames(table)).toHaveLength(38)
  expect(modelNames(table).slice(0, 2)).toEqual(['auto', 'pareto-code'])
  const capabilities = new Set([...table.values()].flatMap((model) => model.capabilities))
  expect([...capabilities].toSorted()).toEqual(
    ['chat', 'code', 'embeddings', 'images', 'pictures', 'speech', 'transcription', 'video'].toSorted(),
  )
  expect(tablePrice(table.get('gpt-5'))).toMatchObject({ inputMicrosPerMillion: 1_250_000 })
  expect(tablePrice(table.get('whisper-1'))).toBeUndefined()
})

test('an operator replaces it with one model a line', async () => {
  const table = await tableOf(`${line()}\r\n\n${line({ model: 'acme-2', price: null })}\n`)
  expect(modelNames(table)).toEqual(['auto', 'pareto-code', 'acme-1', 'acme-2'])
  expect(tablePrice(table.get('acme-1'))).toMatchObject({ outputMicrosPerMillion: 10_000_000 })
})

test.each([
  ['{"model":', 'line 1 is not JSON'],
  [`${line()}\n<html>`, 'line 2 is not JSON'],
  [`${line()}\n\n${line()}`, 'line 3 names acme-1 again'],
  [line({ model: 'auto' }), 'line 1 names auto, which is taken'],
  [line({ price: { per: 'million tokens', input: -1, output: 1 } }), 'line 1 is no model: price.input'],
  [line({ pricedOn: '2026-02-30' }), 'pricedOn that is in no calendar'],
  [line({ pricedOn: 'today' }), 'line 1 is no model: pricedOn'],
  [line({ capabilities: ['magic'] }), 'line 1 is no model: capabilities'],
  [line({ model: '../x' }), 'line 1 is no model: model'],
  [line({ secret: 1 }), 'line 1 is no model'],
  ['\n\n', 'which has no model'],
  [Buffer.from([0xff, 0xfe, 0xfd]), 'which is not UTF-8'],
  ['x'.repeat(1024 * 1024 + 1), 'larger than 1 MiB'],
])('a file with %s is refused at start', async (text, reason) => {
  await expect(tableOf(text)).rejects.toThrow(reason)
  await expect(tableOf(text)).rejects.toMatchObject({ name: 'StartRefusal' })
})

test('a file that is not there is refused at start', () => {
  expect(() => readModelTable(join(folder, 'none.jsonl'))).toThrow('which cannot be read')
})
