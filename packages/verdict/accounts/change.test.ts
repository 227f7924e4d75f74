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

test('pieces of an expression that are no program one by one are undone together', async () => {
  const before = 'const f = (a, n = 2) => (a.length <= n ? a : cut(a, n, "…"))\n'
  const after = 'const f = (a, n = 2, mark = "…") =>\n  a.length <= n ? a : cut(a, n, mark)\n'
  const parts = await partsOf('a.js', before, after)
  expect(parts.filter(({ files }) => files === undefined)).toEqual([])
  const texts = parts.filter(({ removed }) => removed !== '').map(({ files }) => files?.[0]?.text)
  expect(texts).toEqual(Array(2).fill('const f = (a, n = 2, mark = "…") =>\n  (a.length <= n ? a : cut(a, n, "…"))\n'))
})

test('an arm that the language demands and that returns nothing only fails, and an arm that returns a value does not', async () => {
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

test('a failure that tests do not try only reads, and a failure that also does more does not', async () => {
  const isFailure = async (path: string, line: string) => {
    const after = functions[path]!.replace('LINE', line)
    const parts = await partsOfChange([{ path, kind: 'added', before: undefined, after }])
    return parts.some((part) => part.isFailure)
  }
  const functions: Readonly<Record<string, string>> = {
    'a.js': 'const f = (a, b) => {\n  LINE\n  return a\n}\n',
    'a.py': 'def f(a, b):\n    LINE\n    return a\n',
    'a.go': 'package a\n\nfunc F(a T, b T) error {\n\tLINE\n\treturn g(a)\n}\n',
    'a.sh': 'f() {\n  LINE\n  printf x\n}\n',
    'a.rs': 'fn f(a: &str) -> Result<u8, E> {\n    LINE\n    g(a)\n}\n',
    'A.java': 'class A {\n  int f(String a) {\n    LINE\n    return 1;\n  }\n}\n',
    'a.rb': 'def f(a)\n  LINE\n  a\nend\n',
    'a.php': '<?php\nfunction f($a) {\n  LINE\n  return $a;\n}\n',
    'A.cs': 'class A {\n  int F(string a) {\n    LINE\n    return 1;\n  }\n}\n',
  }
  for (const [path, ...lines] of [
    [
      'a.js',
      'if (!Array.isArray(a) || a.some((one) => one.id === b)) throw new TypeError(`no`)',
      "if (!/^\\d+$/.test(a.trim()) || b < 0) throw new RangeError('no')",
      "try { return JSON.parse(a) } catch (error) { throw new ShopError('no', { cause: error }) }",
      'if (!isDay(a) || !b.has(a)) throw new Error(String(a))',
      "if (a.length !== b.length || !timingSafeEqual(a, b)) throw new Error('no')",
    ],
    ['a.py', 'if not isinstance(a, str) or len(b.strip()) == 0: raise ValueError(f"no {a}")'],
    [
      'a.go',
      'if _, ok := a.names[b.name]; !ok || strings.TrimSpace(b.name) == "" { return fmt.Errorf("no %s", b.name) }',
    ],
    ['a.sh', 'if [ $# -ne 2 ]; then echo "no" >&2; return 2; fi'],
    ['a.rs', 'if a.trim().is_empty() { return Err(Invalid); }'],
    ['A.java', 'if (a == null || a.isEmpty()) throw new IllegalArgumentException("no " + a);'],
    ['a.rb', 'raise ArgumentError, "no" unless a.is_a?(String)'],
    ['a.php', 'if (!is_string($a) || trim($a) === "") { throw new InvalidArgumentException("no"); }'],
    ['A.cs', 'if (string.IsNullOrEmpty(a)) { throw new ArgumentException("no"); }'],
  ] as const)
    for (const line of lines) expect.soft([line, await isFailure(path, line)]).toEqual([line, true])
  for (const [path, ...lines] of [
    [
      'a.js',
      "if (!a || writeFileSync('/x', a)) throw new Error('no')",
      "if (!a || (b.isAdmin = true) === false) throw new Error('no')",
      "if (b.splice(0).length > 9) throw new Error('no')",
      "if (a.some( erase )) throw new Error('no')",
      "if (a.some?.(erase)) throw new Error('no')",
      "if (a.replaceAll('x', erase) === b) throw new Error('no')",
      "if (b.set(a, 1).size > 9 || b++ > 3 || delete b.role === 1) throw new Error('no')",
      'if (!a) throw new Error(process.env.KEY)',
      "if (await send(a)) throw new Error('no')",
      'try { go() } catch (error) { throw new Error(send(error)) }',
    ],
    [
      'a.py',
      'if (b := drop(a)) == 3: raise ValueError("no")',
      'if send(a): raise ValueError("no")',
      'if max(a, key=drop) == 3: raise ValueError("no")',
    ],
    ['a.go', 'if err := drop(a); err != nil { return err }', 'if b.n++; b.n > 3 { return ErrMany }'],
    [
      'a.sh',
      'if rm "$1"; then return 2; fi',
      'if [ "$(curl x)" = y ]; then return 2; fi',
      'if grep x y >z; then return 2; fi',
    ],
    ['a.rs', 'if a.is_empty() { panic!("{}", send(a)) }'],
    ['A.java', 'if (drop(a)) throw new IllegalArgumentException("no");'],
    [
      'a.rb',
      'raise ArgumentError, "no" unless a.save!',
      'raise ArgumentError, "no" if drop(a)',
      'raise ArgumentError, "no" if a.any?(&drop)',
    ],
    ['a.php', 'if (unlink($a)) { throw new InvalidArgumentException("no"); }'],
    ['A.cs', 'if (Drop(a)) { throw new ArgumentException("no"); }'],
  ] as const)
    for (const line of lines) expect.soft([line, await isFailure(path, line)]).toEqual([line, false])
})

test('a branch that returns a number is no failure', async () => {
  const failing = async (path: string, after: string) =>
    (await partsOfChange([{ path, kind: 'added', before: undefined, after }])).some(({ isFailure }) => isFailure)
  expect(await failing('a.js', 'const f = (a) => {\n  if (a === 7) return 1\n  return a\n}\n')).toBe(false)
  expect(await failing('a.py', 'def f(a):\n    if a == 7: return 1\n    return a\n')).toBe(false)
})

test('what makes a failure more seldom is no failure: an operand of “and”, and an item in its condition', async () => {
  const narrowing = async (path: string, after: string) =>
    (await partsOfChange([{ path, kind: 'added', before: undefined, after }]))
      .filter(({ isNarrowing }) => isNarrowing)
      .map(({ added }) => added)
  const go =
    'package a\n\nfunc F(x int) error {\n\tif !ok || (a != b && c < 5) {\n\t\treturn ErrX\n\t}\n\treturn nil\n}\n'
  expect(await narrowing('a.go', go)).toEqual(['a != b', '&& c < 5'])
  const listed =
    "const f = (a, b) => {\n  if (!['x', 'y'].includes(a) || b) throw new Error('no')\n  return a && b\n}\n"
  expect(await narrowing('a.js', listed)).toEqual(["'x'", "'y'"])
  expect(await narrowing('a.py', 'def f(x):\n    if not x or y:\n        raise E\n    return 2\n')).toEqual([])
  expect(await narrowing('a.rb', 'def f(x)\n  raise E unless x || y\n  1\nend\n')).toEqual(['x', '|| y'])
  expect(await narrowing('a.sh', 'f() {\n  if [ -z "$1" ] && [ -e x ]; then exit 1; fi\n}\n')).toHaveLength(2)
})

test('an empty field that a new constructor declares is a failure to try, and no other first value is', async () => {
  const isOwn = async (path: string, after: string) =>
    (await partsOfChange([{ path, kind: 'added', modeAfter: '100644', before: undefined, after }])).find(({ added }) =>
      added.includes('seen'),
    )!.isFailure
  const script = (line: string, name = 'constructor') => `class Calls {\n  ${name}() {\n    ${line}\n  }\n}\n`
  expect(await isOwn('a.js', script('this.seen = new Map()'))).toBe(true)
  expect(await isOwn('a.js', script("this.seen = new Map([['a', 1]])"))).toBe(false)
  expect(await isOwn('a.js', script("this.seen = ''"))).toBe(false)
  expect(await isOwn('a.js', script('open.seen = []'))).toBe(false)
  expect(await isOwn('a.js', script('this.seen = []', 'begin'))).toBe(false)
  const python = (line: string) => `class Calls:\n    def __init__(self):\n        ${line}\n`
  const java = (line: string) => `final class Calls {\n    ${line}\n}\n`
  const closed = async (line: string) =>
    (await partsOfChange([{ path: 'A.java', kind: 'added', before: undefined, after: java(line) }])).map(
      ({ isFailure, isFunction }) => [isFailure, isFunction],
    )
  expect(await closed('private Calls() {}')).toEqual([
    [false, true],
    [true, true],
  ])
  expect((await closed('Calls() {}'))[1]).toEqual([false, true])
  expect((await closed('private Calls() { open(); }'))[1]).toEqual([false, true])
  expect(await isOwn('a.py', python('self._seen = {}'))).toBe(true)
  expect(await isOwn('a.py', python('self._seen = False'))).toBe(false)
})

test('brackets around a body that was an expression are undone with their content', async () => {
  const before = 'export const price = (cents) => (cents > 0 ? 490 : 0)\nexport const tax = 19\n'
  const block = '{\n  if (cents < 0) throw new RangeError()\n  return cents > 0 ? 490 : 0\n}'
  const after = before.replace('(cents > 0 ? 490 : 0)', block).replace('19', '20')
  const parts = await partsOfChange([{ path: 'a.js', kind: 'modified', before, after }])
  const ofBrackets = parts.find(({ added }) => added.startsWith('{'))
  expect(ofBrackets?.files?.[0]?.text?.replaceAll(/\s+/g, ' ')).toBe(before.replace('19', '20').replaceAll(/\s+/g, ' '))
  expect(parts.filter(({ files }) => files === undefined)).toEqual([])
})

test('a short part is shown with the parts inside of it, and a long one without them', async () => {
  const shownIn = async (value: string) => {
    const parts = await partsOf('a.js', '', `const f = (a) => {\n  if (a.b || ${value}) return 2\n}\n`)
    return parts.find(({ added }) => added.startsWith('if'))!.shown.added
  }
  expect(await shownIn('1')).toBe('if (a.b || 1) return 2')
  expect(await shownIn(`'${'x'.repeat(400)}'`)).toContain(' … ')
})

test('a new name and a new mode are shown, and not the text of the file', async () => {
  const text = 'the text\n'
  const file = { path: 'b.txt', from: 'a.txt', kind: 'renamed', before: text, after: text } as const
  const parts = await partsOfChange([{ ...file, modeBefore: '100644', modeAfter: '100755' }])
  expect(parts.map(({ kind, shown }) => [kind, shown])).toEqual([
    ['renamed', { added: 'b.txt', removed: 'a.txt' }],
    ['mode', { added: '100755', removed: '100644' }],
  ])
})

test('a part of data has as many lines to read as values differ, and a part of a translation as many as texts need a reader', async () => {
  const linesOf = async (path: string, before: string, after: string) =>
    (await partsOf(path, before, after)).map(({ line, endLine, linesToRead }) => [endLine - line + 1, linesToRead])
  const limits = '{\n  "limits": {\n    "calls": 5,\n    "files": 4\n  }\n}\n'
  expect(await linesOf('a.json', '', limits)).toEqual([[6, 1]])
  expect(await linesOf('a.txt', '', limits)).toEqual([[6, 6]])
  const french = '{\n  "buy": "Acheter",\n  "title": "Boutique",\n  "welcome": "Bienvenue"\n}\n'
  expect(await linesOf('i18n/fr.json', '', french)).toEqual([[5, 1]])
  const removed = '{\n  "welcome": "Bienvenue"\n}\n'
  expect(await linesOf('i18n/fr.json', french, removed)).toEqual([[1, 1]])
  const fallsBack = 'a: 1\n# One.\nb: 2\nc: 3\n'
  expect(await linesOf('a.yml', 'a: 1\n', fallsBack)).toEqual([[3, 3]])
})
