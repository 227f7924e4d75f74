import { expect, test } from 'vitest'
import { partsOfChange } from './change.ts'

const partsOf = (path: string, before: string, after: string) =>
  partsOfChange([{ path, kind: 'modified', before, after }])

test.each([
  [
    'a.js',
    'const f = (a) => {\n  return read(a) ?? 2\n}\n',
    'const f = (a) => {\n  if (!a) return undefined\n  a.c = 1\n  return a.b\n}\n',
    'const f = (a) => {\n  return read(a) ?? 2\n  if (!a) return undefined\n  a.c = 1\n  return a.b\n}\n',
  ],
  [
    'a.py',
    'def f(a):\n    return read(a) or 2\n',
    'def f(a):\n    if not a:\n        return None\n    a.c = 1\n    return a.b\n',
    'def f(a):\n    return read(a) or 2\n    if not a:\n        return None\n    a.c = 1\n    return a.b\n',
  ],
])(
  'a statement that several took the place of in %s comes back on a line of its own',
  async (path, before, after, tried) => {
    const removed = (await partsOf(path, before, after)).find(({ kind }) => kind === 'removed')
    expect(removed?.files).toEqual([{ path, text: tried }])
  },
)

test('an arm that the language demands and that gives nothing only fails, and one that gives a value does not', async () => {
  const failing = async (path: string, text: string) =>
    (await partsOf(path, '', text)).filter(({ isFailure }) => isFailure).map(({ added }) => added)
  expect(await failing('a.js', 'const f = (a) => (a ? a.b : undefined)\nconst g = (a) => (a ? a.b : 0)\n')).toEqual([
    'undefined',
  ])
  expect(await failing('a.py', 'def f(a):\n    return a.b if a else None\n')).toEqual(['None'])
  const match = (other: string) =>
    `fn f(a: i32) -> Option<i32> {\n    match a {\n        1 => Some(2),\n        _ => ${other},\n    }\n}\n`
  expect(await failing('a.rs', match('None'))).toEqual(['_ => None,'])
  expect(await failing('a.rs', match('Some(3)'))).toEqual([])
})
