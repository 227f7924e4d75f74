import { expect, test } from 'vitest'
import { drawFaults, withFault } from './faults.ts'
import { testsOf } from './tests-of-file.ts'

const store = `export const move = async (row, limit) => {
  if (row.state === 'open' && !row.isLocked) await close(row)
  log(row)
  while (row.next) row = row.next
  return row.size < limit ? row : undefined
}
`

const draw = (files: Record<string, string>, seed = 1) => drawFaults(new Map(Object.entries(files)), seed, 50)

/** The places of a file are what enough seeds draw in it. */
const placesIn = (text: string) => {
  const faults = Array.from({ length: 60 }, (_, seed) => draw({ 'platform/a.ts': text }, seed)[0]!)
  return [...new Set(faults.map((fault) => withFault(text, fault)!))]
}

const changedLines = (text: string) => {
  const lines = text.split('\n')
  return placesIn(text)
    .flatMap((changed) => changed.split('\n').filter((line, index) => line !== lines[index]))
    .map((line) => line.trim())
    .sort()
}

test('a fault negates a condition, swaps a comparison or drops a statement, and skips loops', () => {
  expect(changedLines(store)).toEqual([
    ';',
    "if (row.state !== 'open' && !row.isLocked) await close(row)",
    "if (row.state === 'open' && !(!row.isLocked)) await close(row)",
    "if (row.state === 'open' && !row.isLocked) ;",
    'return row.size <= limit ? row : undefined',
  ])
  expect(changedLines('const a = b || c\nif (d) e += 1\nclass F extends G { constructor() { super() } }')).toEqual([
    'const a = !(b) || c',
    'if (!(d)) e += 1',
    'if (d) ;',
  ])
})

test('the same seed draws the same faults, at most one in each file of the product that acts', () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`platform/${index}.ts`, store]))
  const others = {
    'domains/a/b/contract.ts': store,
    'domains/a/b/b.test.ts': store,
    'apps/console/page.ts': store,
    'platform/empty.ts': '',
  }
  const faults = draw({ ...files, ...others }, 42)
  expect(faults.map(({ file }) => file).sort()).toEqual(Object.keys(files).sort())
  expect(draw({ ...others, ...files }, 42)).toEqual(faults)
  expect(draw(files, 43)).not.toEqual(faults)
})

test('a fault finds its place after other lines changed, and reports when the place no longer exists', () => {
  const twice = 'stop(a)\nstop(a)\n'
  const fault = { change: 'drop', text: 'stop(a)', occurrence: 1 } as const
  expect(withFault(`// More.\n\n${twice}`, fault)).toBe('// More.\n\nstop(a)\n;\n')
  expect(withFault('stop(\n  a,\n)\nstop(a)', { ...fault, occurrence: 0 })).toBe('stop(\n  a,\n)\n;')
  expect(withFault('stop(a)', fault)).toBeUndefined()
})

test('the nearest tests come first, then tests of the domain and farther tests, cheapest first, and long tests on demand', () => {
  const files = new Map([
    ['domains/a/b/store.ts', ''],
    ['domains/a/b/store.test.ts', ''],
    ['domains/a/b/move.ts', `import './store.ts'`],
    ['domains/a/b/move.test.ts', ''],
    ['domains/a/b/direct.test.ts', `import './store.ts'`],
    ['domains/a/b/journey.test.ts', ''],
    ['domains/a/b/move.long.test.ts', `import './move.ts'`],
    ['domains/a/c/other.test.ts', ''],
    ['domains/a/c/one.ts', `import '../b/store.ts'`],
    ['domains/a/c/two.ts', `import './one.ts'`],
    ['domains/a/c/two.test.ts', `import './two.ts'`],
  ])
  const costs = new Map([['domains/a/b/move.test.ts', 10]])
  expect(testsOf(files, 'domains/a/b/store.ts', { costs, isLong: false })).toEqual([
    'domains/a/b/store.test.ts',
    'domains/a/b/move.test.ts',
    'domains/a/b/direct.test.ts',
    'domains/a/b/journey.test.ts',
    'domains/a/c/two.test.ts',
  ])
  expect(testsOf(files, 'domains/a/b/store.ts', { costs, isLong: true })).toContain('domains/a/b/move.long.test.ts')
})
