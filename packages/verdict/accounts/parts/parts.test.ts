import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthOf } from '../../../../testing/soak.ts'
import { partsOfFile, withEdits, type Range } from './index.ts'

const programs: Readonly<Record<string, string>> = {
  'a.js': `import { x } from './x.js'\n\nexport const sum = (a, b = 1) => {\n  if (a > 1 && b) {\n    send(a)\n    return 1\n  } else if (x) stop()\n  try {\n    go()\n  } catch (error) {\n    log(error)\n  }\n  return a ? b : (c(), d)\n}\nlist.push({ a, b: [1, 2] }, ...[3, 4])\n`,
  'a.tsx': `type A = { b: number }\nexport const Page = ({ a }: A) => (\n  <main>\n    <h1>{a ?? 'none'}</h1>\n    <Foo\n      one={1}\n    />\n  </main>\n)\n`,
  'a.py': `import os\n\n\nclass A:\n    x = 1\n\n    def read(self, name, mode='r'):\n        """Reads."""\n        if '..' in name or not mode:\n            raise ValueError(name)\n        return open(name, mode).read()\n`,
  'a.go': `package a\n\nimport "fmt"\n\nvar a = 1\n\nvar (\n\tb = 2\n\tc = []int{1, 2}\n)\n\nfunc F(x int) (int, error) {\n\tif x > 1 {\n\t\tfmt.Println(x)\n\t\treturn 0, nil\n\t}\n\tswitch x {\n\tcase 1:\n\t\tg()\n\tdefault:\n\t\th()\n\t}\n\treturn x, nil\n}\n`,
  'a.sh': `set -e\nif [ -n "$1" ]; then\n  rm -rf "$1"\nfi\nfor name in a b; do\n  echo "$name" && build "$name"\ndone\n`,
  'a.rs': `fn f(x: i32) -> i32 {\n    let y = g(x);\n    match x {\n        1 => a(),\n        _ => b(),\n    }\n    y\n}\n`,
  'A.java': `class A {\n  int f(int a) {\n    if (a > 1) return 1;\n    try { g(); } catch (Exception e) { h(); }\n    return a;\n  }\n}\n`,
  'a.rb': `class A\n  def f(x = 1)\n    return 1 if x && y\n    begin\n      g\n    rescue E\n      h\n    end\n  end\nend\n`,
  'a.php': `<?php\nfunction f($x = 1) {\n  if ($x && $y) {\n    return 1;\n  }\n  return $x ? 1 : 2;\n}\n`,
  'a.cs': `class A {\n  int F(int a) {\n    if (a > 1) { return 1; }\n    return a ?? 2;\n  }\n}\n`,
  'a.yaml': 'a: 1\nb:\n  - 2\n  - 3\nc: 4\n',
}

const without = (text: string, ranges: readonly Range[]): string => {
  let at = 0
  let kept = ''
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    expect(start).toBeGreaterThanOrEqual(at)
    kept += text.slice(at, start)
    at = end
  }
  return kept + text.slice(at)
}

const holds = async (path: string, before: string, after: string) => {
  const parts = await partsOfFile(path, before, after)
  const undone = withEdits(
    after,
    parts.flatMap(({ undo }) => undo),
  )
  expect(undone).toBe(before)
  // Every changed character is in one part: what is left of both sides is the same, and no two parts share any.
  const left = without(
    after,
    parts.flatMap(({ own }) => own),
  )
  expect(left).toBe(
    without(
      before,
      parts.flatMap(({ gone }) => gone),
    ),
  )
  return parts
}

test('every changed character is in one part, and a change without its parts is the text before it', async () => {
  const paths = Object.keys(programs)
  const edit = fc.record({
    kind: fc.constantFrom('delete', 'repeat', 'move', 'insert', 'letters'),
    at: fc.nat(40),
    to: fc.nat(40),
    text: fc.constantFrom('  evil()\n', 'x = 1\n', '// words\n', '}\n', 'if (a) { b() }\n', '\n', 'return 1\n', 'é“\n'),
  })
  type Change = typeof edit extends fc.Arbitrary<infer T> ? T : never
  const edited = (text: string, changes: readonly Change[]) => {
    const lines = text.split(/(?<=\n)/)
    for (const { kind, at, to, text: line } of changes) {
      const place = at % (lines.length + 1)
      if (kind === 'delete') lines.splice(place, 1 + (to % 3))
      if (kind === 'repeat') lines.splice(place, 0, ...lines.slice(place, place + 1 + (to % 4)))
      if (kind === 'move') lines.splice(to % (lines.length + 1), 0, ...lines.splice(place, 2))
      if (kind === 'insert') lines.splice(place, 0, line)
      if (kind === 'letters' && lines[place] !== undefined) lines[place] = lines[place].replace(/\w+/, 'other')
    }
    return lines.join('')
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.array(edit, { maxLength: 5 }),
      fc.array(edit, { maxLength: 5 }),
      async (path, first, second) => {
        await holds(path, edited(programs[path]!, first), edited(programs[path]!, second))
      },
    ),
    { numRuns: lengthOf({ daily: 150, soak: 5_000 }) },
  )
})

const described = async (path: string, before: string, after: string) =>
  (await holds(path, before, after)).map(({ change, unit, own, gone }) => {
    const texts = [before, after].map((text, side) =>
      (side === 0 ? gone : own).map(({ start, end }) => text.slice(start, end).trim()).join('…'),
    )
    return `${change} ${unit?.kind ?? 'text'} ${texts.filter((text) => text !== '').join(' → ')}`
  })

test('each statement, branch, operand, default value and member of a new function is a separate part', async () => {
  const before = 'const a = 1\n'
  const after = `${before}\nexport function f(list, { most = 3 } = {}) {\n  if (!list || list.length === 0) {\n    log(list)\n    return []\n  } else {\n    send(list)\n  }\n  return list.map((one) => one.id ?? 'none')\n}\n`
  expect(await described('a.js', before, after)).toEqual([
    'added statement export function f(list, { most…}…) {……}',
    'added default = 3',
    'added default = {}',
    'added statement if (……) {……}…',
    'added operand !list',
    'added operand || list.length === 0',
    'added statement log(list)',
    'added statement return []',
    'added arm else {…}',
    'added statement send(list)',
    'added statement return list.map((one) =>…)',
    'added value ……',
    'added operand one.id',
    "added operand ?? 'none'",
  ])
})

test('each of several values in a list is a separate part, on a line of its own or beside others', async () => {
  const before = "const shown = ['name']\nf({ a: 1 }, 2)\n"
  const after = "const shown = ['name', 'hash']\nf({ a: 1, b: [3] }, 2)\nlog.push(x, secret)\n"
  expect(await described('a.js', before, after)).toEqual([
    "added item , 'hash'",
    'added item , b: [3]',
    'added statement log.push(…,…)',
    'added item x',
    'added item secret',
  ])
  const go = 'package a\n\nfunc F(s string) {\n\tlog = append(log, "a")\n}\n'
  expect(await described('a.go', go, go.replace('"a"', '"a", "was "+s'))).toEqual(['added item , "was "+s'])
  // The type of a list is none of its values.
  expect(await described('a.go', go, `${go}\nvar words = []string{"a"}\n`)).toHaveLength(1)
})

test('a Go variable or constant with its own declaration is a single part, and so is each of several in brackets', async () => {
  const before = 'package a\n'
  const after = `${before}\nvar ErrEmpty = errors.New("empty")\n\nconst most = 3\n\nvar (\n\ta = 1\n\tb = 2\n)\n`
  const parts = await described('a.go', before, after)
  expect(parts).toEqual([
    'added statement var ErrEmpty = errors.New("empty")',
    'added statement const most = 3',
    expect.stringMatching(/^added statement var \(/),
    'added statement a = 1',
    'added statement b = 2',
  ])
})

test('lines beside one another are parts of their own, and a removed guard is a part beside the rewritten lines', async () => {
  const before =
    'def read(root, name):\n    path = join(root, name)\n    if ".." in name:\n        raise ValueError(name)\n    return open(path)\n'
  const after =
    'def read(root, name, mode="r"):\n    audit(name)\n    path = join(root, name or "index")\n    return open(path, mode)\n'
  const parts = await described('a.py', before, after)
  expect(parts).toContain('removed statement if ".." in name:\n        raise ValueError(name)')
  expect(parts).toContain('added statement audit(name)')
  expect(await described('settings.json', '{\n  "a": 1,\n  "b": 2\n}\n', '{\n  "a": 1,\n  "b": 3\n}\n')).toEqual([
    'changed text "b": 2 → "b": 3',
  ])
})

test.each([
  ['a.go', 'package a\n\n// B is b.\nfunc B() int { return 1 }\n', '// A is a.\nfunc A() int { return 2 }\n\n// B'],
  ['a.rs', 'fn z() {}\n\n/// B is b.\nfn b() -> i32 { 1 }\n', '/// A is a.\nfn a() -> i32 { 2 }\n\n/// B'],
])(
  'a function that comes with a comment before another one in %s takes no part of its comment',
  async (path, before, text) => {
    const after = before.replace(/\/{2,3} B/, text)
    const parts = await holds(path, before, after)
    const own = parts.map(({ own }) => own.map(({ start, end }) => after.slice(start, end).trim()).join(''))
    expect(own.find((words) => words.includes('is a.'))).toMatch(/^\/{2,3} A is a\.$/)
    expect(own.filter((words) => /B|b/.test(words))).toEqual([])
  },
)
