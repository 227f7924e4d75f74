import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostile, languages } from '../../../testing/texts/hostile-texts.ts'
import { isLong, lengthOf } from '../../../testing/soak.ts'
import { languageOf, type Language } from './languages.ts'
import { viewsOf } from './lexer.ts'

const words = (view: string) => view.split(/[^\w]+/).filter(Boolean)

test.each<[Language, string]>([
  ['javascript', 'CODE("no", \'no\', /no[/"]no/g) // no\n/* no\nno */ CODE'],
  ['javascript', `CODE(\`no $\{ CODE({ CODE: \`no $\{CODE} no\` }) } no\`) ; CODE`],
  ['javascript', 'if (CODE) /no"no/.CODE(1); CODE = CODE / CODE / CODE; { } /no`/.CODE()'],
  ['javascript', "return /no'/ && CODE // no"],
  ['python', 'CODE = "no" # no\n"""no\n"no" # no"""\nCODE(f\'no\', r"no\\"no")'],
  ['go', 'CODE("no", `no\\`, \'"\') // no\n/* no */ CODE'],
  ['rust', 'CODE<\'CODE>("no\n no", r#"no "no" no"#, \'"\') /* no /* no */ no */ CODE // no'],
  ['java', 'CODE("no") /* no */ CODE(\'"\') // no\nCODE("""\nno " no\n""")'],
  ['kotlin', 'CODE("""no \\""") /* no /* no */ no */ CODE'],
  ['ruby', 'CODE "no" # no\n=begin\nno\n=end\nCODE(<<~CODE)\n  no\n  CODE\nCODE'],
  ['php', 'CODE("no") # no\n#[CODE]\nCODE(<<<CODE\nno\nCODE) // no'],
  ['csharp', 'CODE("no", @"no\\", $@"no ""no"" no", """no "no" no""") // no\nCODE'],
  ['hash', 'CODE: "no" # no\nCODE#CODE'],
  ['json', '{ "no": true } // no'],
])('%s has its comments and strings blanked: %j', (language, source) => {
  const { code } = viewsOf(source, language)
  expect(words(code).filter((word) => word === 'no')).toEqual([])
  expect(words(code).filter((word) => word === 'CODE').length).toBe(
    words(source).filter((word) => word === 'CODE').length,
  )
})

test('the view of comments holds only comments', () => {
  expect(words(viewsOf('code("# string") # yes\ncode', 'python').comments)).toEqual(['yes'])
  expect(words(viewsOf('code("/* string */") /* yes */', 'javascript').comments)).toEqual(['yes'])
})

test('every view is as long as the text and keeps its line breaks', () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    '`',
    '${',
    '}',
    '{',
    '(',
    ')',
    '/',
    '*',
    '/*',
    '*/',
    '//',
    '#',
    '\n',
    '\\',
    'a',
    ' ',
    '"""',
    '<<A',
    '\nA',
    'r#"',
    '[',
    ']',
    'if',
    '@"',
  )
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.array(piece, { maxLength: 60 }), (language, pieces) => {
      const raw = pieces.join('')
      for (const view of Object.values(viewsOf(raw, language))) {
        expect(view.length).toBe(raw.length)
        expect(view.replace(/[^\n]/g, '')).toBe(raw.replace(/[^\n]/g, ''))
      }
    }),
    { numRuns: 2_000 },
  )
})

// Each text meets a third of the languages, and all of them in a soak.
test.runIf(isLong).each(hostile.map((unit, index) => [unit, index] as const))(
  'two hundred thousand characters of %j are lexed in one walk',
  (unit, index) => {
    const raw = unit.repeat(200_000 / unit.length)
    const third = languages.filter((_, at) => (at + index) % 3 === 0)
    for (const language of lengthOf({ daily: third, soak: languages }))
      expect(viewsOf(raw, language).code.length).toBe(raw.length)
  },
)

test('languages are known by name', () => {
  expect(
    ['a.mts', 'conftest.py', 'Makefile', '.mocharc', 'a.kt', 'README.md', 'a/.coveragerc'].map(languageOf),
  ).toEqual(['javascript', 'python', 'hash', 'json', 'kotlin', undefined, 'hash'])
})
