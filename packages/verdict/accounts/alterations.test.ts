import { expect, test } from 'vitest'
import { alterationsOf } from './alterations.ts'
import { partsToTry, planParts } from './plan.ts'

interface Altered {
  readonly path: string
  readonly before?: string
  readonly after: string
  readonly request?: string
}

const altered = async ({ path, before, after, request = '' }: Altered) => {
  const files = [{ path, kind: before === undefined ? 'added' : 'modified', modeAfter: '100644', before, after }]
  const planned = await planParts({ files, newTests: [], judgedElsewhere: [], notElsewhere: [], named: [] })
  const found = await alterationsOf(files, planned.parts, { tried: partsToTry(planned), request })
  for (const { others } of found)
    for (const other of others)
      expect(other.files.map((file) => file.text !== after && file.text?.includes(other.text))).toEqual([true])
  return found.map(({ is, others }) => [is, ...others.map(({ text }) => text)].join(' '))
}

test.each<[string, string, readonly string[]]>([
  ['a.js', 'export const opens = (one, other) => one.slice(0, 4) === other.slice(0, 4)\n', ['4 5 3']],
  ['a.ts', 'const most = 50\nexport const isMany = (n: number) => n > most\n', ['50 51 49']],
  ['a.js', 'export const pages = (list, size = 20) => list.length / size\n', ['20 21 19']],
  ['a.js', 'export const f = (list) => list.some((one) => one.isOpen)\n', ['some every']],
  ['a.js', 'export const f = (list) => list.every((one) => one.isOpen)\n', ['every some']],
  ['a.js', "export const f = (host) => host.includes('example.org')\n", ['includes startsWith']],
  ['a.js', 'export const f = (n) => n.toString(7)\n', []],
  ['a.js', 'export const f = (list) => list[0] + 1 + 12\n', []],
  ['a.js', 'export const f = (a, b) => a && b\n', []],
  ['a.py', 'def opens(one, other):\n    return one[:4] == other[:4]\n', ['4 5 3']],
  ['a.py', 'MOST = 50\n\n\ndef many(n):\n    return n > MOST\n', ['50 51 49']],
  ['a.py', 'def f(items):\n    return any(one.open for one in items)\n', ['any all']],
  ['a.go', 'package a\n\nfunc Opens(one, other string) bool {\n\treturn one[:4] == other[:4]\n}\n', ['4 5 3']],
  ['a.go', 'package a\n\nconst most = 50\n\nfunc Many(n int) bool {\n\treturn n > most\n}\n', ['50 51 49']],
  [
    'a.go',
    'package a\n\nimport "strings"\n\nfunc F(host string) bool {\n\treturn strings.Contains(host, "x")\n}\n',
    ['Contains HasPrefix'],
  ],
  ['a.rb', 'def f(a)\n  a[0, 4]\nend\n', []],
])('in %s, of %j %j is altered', async (path, after, values) => {
  expect(await altered({ path, after })).toEqual(values)
})

test('a value anywhere is altered if the request names it, and a comparison if the request speaks of a boundary', async () => {
  const after = 'export const price = (n) => n * 490\nexport const isFree = (n, from) => n >= from\n'
  expect(await altered({ path: 'a.js', after })).toEqual([])
  expect(await altered({ path: 'a.js', after, request: 'A parcel costs 490, from a sum on it is free' })).toEqual([
    '490 491 489',
    '>= >',
  ])
})

test('equal values of a line are altered together', async () => {
  const after = 'export const opens = (one, other) => one.slice(0, 4) === other.slice(0, 4)\n'
  const files = [{ path: 'a.js', kind: 'added', modeAfter: '100644', before: undefined, after }]
  const planned = await planParts({ files, newTests: [], judgedElsewhere: [], notElsewhere: [], named: [] })
  const [found] = await alterationsOf(files, planned.parts, { tried: partsToTry(planned), request: '' })
  expect(found!.others.map(({ files: [file] }) => file!.text)).toEqual(
    ['5', '3'].map((value) => after.replaceAll('4', value)),
  )
})

test('values of the base are not altered, and of a line one value', async () => {
  const before = 'export const f = (list) => list.slice(0, 4)\n'
  expect(await altered({ path: 'a.js', before, after: before.replace('(0, 4)', '(0, 4, list)') })).toEqual([])
  expect(await altered({ path: 'a.js', before, after: `${before}f([1]).slice(3, 7)\n` })).toEqual(['3 4 2'])
})

test('a change has at most twenty, those of the request first', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `export const f${at} = (list) => list.slice(${at + 100})\n`)
  const values = await altered({ path: 'a.js', after: lines.join(''), request: 'The last is 129' })
  expect(values).toHaveLength(20)
  expect(values[0]).toBe('129 130 128')
})
