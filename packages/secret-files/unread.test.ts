import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSecretFile, parseSecretFile } from './secret-files.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')

const parsed = async (path: string, text: string) => {
  const found = await parseSecretFile(path, Buffer.from(text))
  if (!('entries' in found)) return found
  return {
    values: Object.fromEntries(found.entries.map(({ key, value }) => [key, value])),
    unread: found.unread.map(({ rule, line, key }) => [rule, line, key]),
  }
}

// Each value is read in two ways, or in the place of another one. Issues name where that was reported.
test.each<[what: string, path: string, text: string, values: Record<string, string>, unread: unknown[]]>([
  [
    'a merge key (mikefarah/yq#310)',
    'database.yml',
    fixture('database.yml'),
    { 'default.adapter': 'postgresql', 'default.password': 'example-one', 'production.database': 'shop' },
    [['merge', 5, undefined]],
  ],
  [
    'aliases of a value and of a map (mikefarah/yq#206)',
    'a.yml',
    'a: &x one\nb: *x\nc: &m { d: two }\ne: *m\n',
    { a: 'one', 'c.d': 'two' },
    [
      ['alias', 2, undefined],
      ['alias', 4, undefined],
    ],
  ],
  ['a list with an alias', 'a.yml', 'a: &x one\nhosts: [two, *x]\n', { a: 'one' }, [['alias', 2, undefined]]],
  ['a key that is a list', 'a.yml', 'a: one\n? [b, c]\n: two\n', { a: 'one' }, [['key-without-text', 2, undefined]]],
  [
    'a hash within a value (vlucas/phpdotenv#336, huggingface/huggingface_hub#4625)',
    '.env',
    fixture('hash.env'),
    { NEXT: '1' },
    [['hash-in-value', 1, 'DB_PASSWORD']],
  ],
  [
    'a hash before a value',
    '.env',
    'COLOR=#ff0000\nA=\nB= # none\n',
    { A: '', B: '' },
    [['hash-in-value', 1, 'COLOR']],
  ],
  ['a hash within a later value of the key', '.env', 'A=1\nA=2#3 # four\n', {}, [['hash-in-value', 2, 'A']]],
  ['a hash within an earlier value of the key', '.env', 'A=2#3\nA=1 # four#five\n', { A: '1' }, []],
  ['a hash within quotes', '.env', 'A="2#3"\nB=\'4#5\' # six#\n', { A: '2#3', B: '4#5' }, []],
  [
    'lists and sections of npm',
    '.npmrc',
    'ca[]=x\nca[]=y\nregistry=https://r.example/\n[other]\na=1\n',
    { registry: 'https://r.example/' },
    [
      ['list', 1, undefined],
      ['list', 2, undefined],
      ['section', 4, undefined],
    ],
  ],
])('%s is named, and nothing is cut', async (_what, path, text, values, unread) => {
  expect(await parsed(path, text)).toEqual({ values, unread })
})

test('a key that is no path becomes one name in JSON, and so does each key of npm', async () => {
  const json = async (path: string, text: string) => {
    const read = await parseSecretFile(path, Buffer.from(text))
    if (!('entries' in read)) throw new Error(`${path} was not read`)
    return JSON.parse((await buildSecretFile('json', read.entries, read.format)).toString()) as unknown
  }
  expect(await json('app.properties', fixture('app.properties'))).toEqual({ a: '1', 'd e': 'f' })
  expect(await json('app.properties', 'spring.datasource.url=x\n')).toEqual({ spring: { datasource: { url: 'x' } } })
  expect(await json('.npmrc', '//r.example/:_authToken=t\n')).toEqual({ '//r.example/:_authToken': 't' })
  expect(await json('.env', 'A.B=1\n')).toEqual({ A: { B: '1' } })
})

test.each<[path: string, text: string, values: Record<string, string>, unread: unknown[]]>([
  ['.envrc', 'A=1\nA="$B"\n', {}, [['expression', 2, 'A']]],
  ['.envrc', 'A="$B"\nA=1\n', { A: '1' }, []],
  [
    '.envrc',
    'A=1\ndotenv\nB=2\n',
    { B: '2' },
    [
      ['changed-later', 1, 'A'],
      ['command', 2, undefined],
    ],
  ],
  [
    '.envrc',
    "A='b'c\nB=~/x\nC=a\\ b\n",
    {},
    [
      ['expression', 1, 'A'],
      ['expression', 2, 'B'],
      ['expression', 3, 'C'],
    ],
  ],
  ['.envrc', "A='two\nlines'; B=2 # c\nexport A B\n", { A: 'two\nlines', B: '2' }, []],
  [
    '.envrc',
    'PATH=a\nMANPATH=b; B=c\nPATH_add bin # bin\npath_add B x y\nexport C=d\n',
    { MANPATH: 'b', C: 'd' },
    [
      ['changed-later', 1, 'PATH'],
      ['command', 3, undefined],
      ['changed-later', 2, 'B'],
      ['command', 4, undefined],
    ],
  ],
  [
    '.envrc',
    'PATH_add bin\nMANPATH_add man\nPATH=a\n',
    { PATH: 'a' },
    [
      ['command', 1, undefined],
      ['command', 2, undefined],
    ],
  ],
  [
    '.envrc',
    'A=b\nMANPATH=c\nPATH=d\nMANPATH_add man\nPATH_add bin\nPATH=e\n',
    { A: 'b', PATH: 'e' },
    [
      ['changed-later', 2, 'MANPATH'],
      ['command', 4, undefined],
      ['command', 5, undefined],
    ],
  ],
  [
    '.envrc',
    'A=b\nB=c\npath_add "A" x\nC=d\n',
    { C: 'd' },
    [
      ['changed-later', 1, 'A'],
      ['changed-later', 2, 'B'],
      ['command', 3, undefined],
    ],
  ],
  ['.envrc', 'A=b\nwatch_file A\n', { A: 'b' }, [['command', 2, undefined]]],
  ['a.tfvars', 'a = ["b", c]\nd = 1\n', { d: '1' }, [['expression', 1, 'a']]],
  [
    'a.tfvars',
    'a = []\nb = {\n  c = {}\n}\n',
    {},
    [
      ['expression', 1, 'a'],
      ['expression', 2, 'b'],
    ],
  ],
  ['a.tfvars', `a = "x\${b}"\nc = "x" # "y\n`, { c: 'x' }, [['expression', 1, 'a']]],
  [
    'a.tfvars',
    'a = { b = 1 c = 2 }\nd = "\\ud83d\\ude00"\n',
    {},
    [
      ['expression', 1, 'a'],
      ['expression', 2, 'd'],
    ],
  ],
  ['a.tfvars', '/* note */ a = "1"\nb = "2"\n/* end */\nc = "3"\n', { a: '1', b: '2', c: '3' }, []],
  ['a.tfvars', '/* a\n**/ /* b = 1 */ # c\n  /**/ d = 2\n', { d: '2' }, []],
  ['a.tfvars', 'a = <<-EOT\n  b = 1\n  EOT\nc = 2\n', { c: '2' }, [['expression', 1, 'a']]],
  [
    'a.py',
    'A = "b" "c"\nB = ("b")\nC = "b" + "c"\nD = f"b"\n',
    {},
    [
      ['expression', 1, 'A'],
      ['expression', 2, 'B'],
      ['expression', 3, 'C'],
      ['expression', 4, 'D'],
    ],
  ],
  [
    'a.py',
    'A = "b"\nif x:\n    A = "c"\nB = "d"\n',
    { B: 'd' },
    [
      ['changed-elsewhere', 1, 'A'],
      ['code', 2, undefined],
    ],
  ],
  [
    'a.py',
    'A = {"b": "c"}\nB = "d"\nC = f(A, B)\n',
    { B: 'd' },
    [
      ['changed-elsewhere', 1, 'A'],
      ['expression', 3, 'C'],
    ],
  ],
  [
    'a.py',
    'A = "b"\nfrom .local import *\nB = "c"\n',
    { B: 'c' },
    [
      ['changed-elsewhere', 1, 'A'],
      ['code', 2, undefined],
    ],
  ],
  [
    'a.py',
    'A = "b"\nfrom .local import *\nB = "c"\nfrom .other import *\nA = "d"\nC = "e"\n',
    { C: 'e' },
    [
      ['code', 2, undefined],
      ['changed-elsewhere', 3, 'B'],
      ['code', 4, undefined],
      ['changed-elsewhere', 5, 'A'],
    ],
  ],
  ['a.py', 'A = B = "c"\nB2 = "d"; A = "e"\n', {}, [['code', 1, undefined]]],
  ['a.py', 'A = [\n  "b",\n  os.environ["C"],\n]\n"""\nB = "in a text"\n"""\n', {}, [['expression', 1, 'A']]],
  [
    'a.py',
    'A = {"0": "b"}\nB = {"c": 1, "c": 2}\n',
    {},
    [
      ['expression', 1, 'A'],
      ['expression', 2, 'B'],
    ],
  ],
  ['a.py', 'A = "b" \\\n  "c"\nB = r"\\d"\n', { B: '\\d' }, [['expression', 1, 'A']]],
  ['a.py', 'A = {\n  "a": 1 # old, "b": "2"\n}\n', { 'A.a': '1' }, []],
  ['a.py', 'A = {\n  "a": 1 # old\n  , # "c": 3,\n  "b": "2" # last,\n}\n', { 'A.a': '1', 'A.b': '2' }, []],
  [
    'a.py',
    'A = "b"\nif x():\n    pass\nelse: A = "c"\nB: str = "d"\n',
    { B: 'd' },
    [
      ['changed-elsewhere', 1, 'A'],
      ['code', 2, undefined],
    ],
  ],
  [
    'a.py',
    'A = "b"\nB = "c"\nC = "d"\ntry: A = "e"\nexcept: B = "f"\nfinally: C = "g"\nelse_ = "h"\n',
    { else_: 'h' },
    [
      ['changed-elsewhere', 1, 'A'],
      ['changed-elsewhere', 2, 'B'],
      ['changed-elsewhere', 3, 'C'],
      ['code', 4, undefined],
    ],
  ],
  [
    '.netrc',
    '# a\nmachine a\r\n\t # login x\r\n  login b\n#password y\n  password #c\n\n#',
    { 'a.login': 'b', 'a.password': '#c' },
    [],
  ],
  ['.netrc', 'macdef init\nmachine x password y\n\nmachine a login b\n', { 'a.login': 'b' }, [['macro', 1, undefined]]],
  [
    'a.xml',
    '<?xml version="1.0"?>\n<a x="1">\r\n  <b>\n \r\t e  f\n</b>\n<c y="2"><d/></c> g\n</a>\n',
    { b: 'e  f', 'c.d': '' },
    [
      ['attributes', 6, undefined],
      ['attributes', 2, undefined],
      ['mixed-text', 2, undefined],
    ],
  ],
  [
    'a.xml',
    '<a>\n<b c="d">e</b>f</a>',
    { b: 'e' },
    [
      ['attributes', 2, undefined],
      ['mixed-text', 1, undefined],
    ],
  ],
])('%s: %j has whole values, and names the rest', async (path, text, values, unread) => {
  expect(await parsed(path, text)).toEqual({ values, unread })
})

const plain = fc.stringMatching(/^[a-z0-9]{0,8}$/)

/** Expressions whose parts a careless reader would take for the whole. */
const hidden: Readonly<Record<string, readonly ((text: string) => string)[]>> = {
  '.envrc': [
    (text) => `"${text}$X"`,
    (text) => `${text}'${text}'$X`,
    (text) => `$(cat ${text || 'a'})`,
    (text) => `"\${X:-${text}}"`,
    (text) => `'${text}'"${text}"`,
  ],
  'a.tfvars': [
    (text) => `"${text}\${x}"`,
    (text) => `["${text}", x]`,
    (text) => `{\n  y = "${text}"\n  z = f("${text}")\n}`,
    (text) => `"${text}" == "b" ? 1 : 2`,
    (text) => `<<-END\n  ${text}\n  END`,
  ],
  'settings.py': [
    (text) => `"${text}" + X`,
    (text) => `["${text}", x]`,
    (text) => `{\n  "y": "${text}",\n  "z": f("${text}"),\n}`,
    (text) => `"${text}" if x else "b"`,
    (text) => `b"${text}"`,
    (text) => `f"""${text}\n{x}"""`,
  ],
}
const signs: Readonly<Record<string, string>> = { '.envrc': '=', 'a.tfvars': ' = ', 'settings.py': ' = ' }

test.each(Object.keys(hidden))(
  '%s: a computed value is named with its line and has no entry, beside any other text',
  async (path) => {
    const line = fc.record({ text: plain, expression: fc.option(fc.constantFrom(...hidden[path]!)) })
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        const written = lines.map(({ text, expression }, at) => {
          return `NAME${at}${signs[path]}${expression ? expression(text) : `"${text}"`}`
        })
        const found = await parsed(path, `${written.join('\n')}\n`)
        const values = lines.flatMap(({ text, expression }, at) => (expression ? [] : [[`NAME${at}`, text]]))
        const startOf = (at: number) => written.slice(0, at).join('\n').split('\n').length + (at === 0 ? 0 : 1)
        const unread = lines.flatMap(({ expression }, at) =>
          expression ? [['expression', startOf(at), `NAME${at}`]] : [],
        )
        expect(found).toEqual({ values: Object.fromEntries(values), unread })
      }),
      { numRuns: 100 },
    )
  },
)
