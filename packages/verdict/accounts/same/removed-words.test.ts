import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProgram } from '../grammar.ts'
import { doesTheSame } from './index.ts'

/** Programs with most of the forms that people write, in which each word does something. */
const programs: readonly (readonly [path: string, text: string])[] = [
  [
    'a.js',
    `import { a } from './a.js'\nexport class B extends C {\n  #d = /e+/g\n  static async *f(g = 1, ...h) {\n    for (const i of g) if (!i?.j) throw new K(\`l\${i}m\`)\n    return h ?? [1, , 2]\n  }\n}\nswitch (a) {\n  case 'x':\n    b()\n    break\n  default:\n    d(-a, a++, typeof a)\n}\n`,
  ],
  [
    'a.ts',
    "import { a } from './a.ts'\nexport const f = (b: string): number => (a && b ? 1 : 2)\nenum C {\n  D = 1,\n}\nf(a as string)\n",
  ],
  ['a.tsx', 'export const A = ({ b }: C) => (\n  <div id="d" {...b}>\n    One {b.c} <e />\n  </div>\n)\n'],
  [
    'a.py',
    'import a\n\n\nclass B(C):\n    d: int = 1\n\n    @e\n    def f(self, g=1, *h, **i):\n        if not g or h:\n            raise J("k")\n        elif g:\n            pass\n        with a as b, c:\n            return [x for x in h if x > 1]\n',
  ],
  [
    'a.go',
    'package a\n\nimport "b"\n\nfunc (c *D) e(f int, g ...string) (h int, err error) {\n\tif !c.i && f > 1 {\n\t\tdefer b.J(&f, "k")\n\t}\n\tfor i := 0; i < 3; i++ {\n\t\th += i\n\t}\n\treturn h, nil\n}\n',
  ],
  ['a.sh', 'set -euo pipefail\nif [ -f "$a" ] && ! b; then\n  c "$d" | e --f=1 > g\nelse\n  exit 1\nfi\n'],
  ['a.rs', 'fn a(b: &mut u8) -> Option<u8> {\n    if !c(b)? { return None; }\n    Some(*b + 1)\n}\n'],
  [
    'A.java',
    'class A extends B {\n  private final int c = 1;\n  int d(int e) {\n    if (!f(e)) throw new G("h");\n    return e + 1;\n  }\n}\n',
  ],
  ['a.rb', 'def a(b, c: 1)\n  return unless d?(b) && !c\n  e b do |f|\n    f + 1\n  end\nend\n'],
  ['a.php', '<?php\nfunction a($b, $c = 1) {\n  if (!$b) { throw new D("e"); }\n  return $b + $c;\n}\n'],
  ['a.cs', 'class A : B {\n  int C(int d) {\n    if (!E(d)) throw new F("g");\n    return d + 1;\n  }\n}\n'],
]

/** A comment has the indentation of the line that follows. */
const indented = (between: string, line: string) =>
  between.includes('why') ? /^[ \t]*/.exec(line)![0] + between : between

/** The places of the words of a program. */
const wordsIn = async (path: string, text: string): Promise<readonly (readonly [number, number])[]> => {
  const tree = (await parseProgram(path, text))!
  const places: (readonly [number, number])[] = []
  const waiting = [tree.rootNode]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.childCount === 0 && next.text.trim() !== '') places.push([next.startIndex, next.endIndex])
    waiting.push(...next.children.filter((child) => child !== null))
  }
  tree.delete()
  return places
}

// A formatter writes a semicolon at the end of a line, a comma behind the last item, and brackets around an expression.
const formatting: Readonly<Record<string, RegExp>> = {
  'a.js': /^[;,()]$/,
  'a.ts': /^[;,():]$|^(?:string|number|as)$/,
  'a.tsx': /^[;,():]$|^C$/,
  'a.go': /^;$/,
}

test.each(programs)('%s without any one of its words is not the same', async (path, text) => {
  const places = await wordsIn(path, text)
  expect(places.length).toBeGreaterThan(20)
  for (const [start, end] of places) {
    const word = text.slice(start, end)
    if (formatting[path]?.test(word)) continue
    for (const put of ['', ' ', ' y1 '])
      expect([
        word,
        start,
        await doesTheSame({ path, before: text, after: text.slice(0, start) + put + text.slice(end) }),
      ]).toEqual([word, start, false])
  }
})

test.each(programs)('%s with other blanks between its lines, and with comments, is the same', async (path, text) => {
  const mark = path.endsWith('.py') || path.endsWith('.sh') || path.endsWith('.rb') ? '#' : '//'
  // A line of markup is a text, and the first line of PHP and a directive of a shell come first.
  const lines = text.split('\n')
  const isFree = (at: number) => at > 0 && at < lines.length - 1 && !(path === 'a.tsx' && at > 0 && at < 5)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('', '\n', `${mark} why\n`, '\n\n'), {
        minLength: lines.length,
        maxLength: lines.length,
      }),
      async (between) => {
        const other = lines.map((line, at) => `${isFree(at) ? indented(between[at]!, line) : ''}${line}`).join('\n')
        expect([other, await doesTheSame({ path, before: text, after: other })]).toEqual([other, true])
      },
    ),
    { numRuns: 25 },
  )
})

test('a text that is cut off, or that has any bytes in it, never ends the comparison with a fault', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...programs),
      fc.nat(),
      fc.string({ unit: 'binary', maxLength: 5 }),
      async ([path, text], at, put) => {
        const place = at % text.length
        const other = text.slice(0, place) + put
        expect(typeof (await doesTheSame({ path, before: text, after: other }))).toBe('boolean')
      },
    ),
    { numRuns: 100 },
  )
})
