import fc from 'fast-check'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readReports, type Use } from './reports.ts'

const read = async (text: string, cuts: readonly number[] = []) => {
  const uses: Use[] = []
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other)
  const parts = [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length))
  const code = await readReports(Readable.from(parts.map((part) => Buffer.from(part))), (use) => uses.push(use))
  return { uses, code }
}

const figures = fc.tuple(fc.nat(), fc.nat(), fc.nat(65_535), fc.nat(9))

test('reports are read alike however the stream is cut', async () => {
  const reports = fc.array(figures)
  await fc.assert(
    fc.asyncProperty(reports, fc.nat(255), fc.array(fc.nat()), async (lines, end, cuts) => {
      const text = [...lines.map((line) => line.join(' ')), `end ${end}`, ''].join('\n')
      const { uses, code } = await read(text, cuts)
      expect(code).toBe(end)
      expect(uses).toEqual(
        lines.map(([cpuNanos, memoryBytes, processes, oomKills]) => {
          return { cpuSeconds: cpuNanos / 1e9, memoryBytes, processes, oomKills }
        }),
      )
    }),
  )
})

test('a stream that ends without an end yields no code, and other lines count for nothing', async () => {
  expect(await read('1 2 3 4\n')).toMatchObject({ code: undefined, uses: [{ processes: 3 }] })
  expect(await read('end\nend 1000\nend -1\n1 2 3\n1 2 3 4 5\n-1 2 3 4\nend 7 \n')).toEqual({
    code: undefined,
    uses: [],
  })
  expect(await read('end 3\nend 4\n')).toEqual({ code: 3, uses: [] })
})

test('a line without an end is not kept', async () => {
  const { code } = await read(`${'9'.repeat(3_000_000)}\nend 5\n`)
  expect(code).toBe(5)
})
