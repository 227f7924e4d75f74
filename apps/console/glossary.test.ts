import { globSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sentences } from '../../domains/delivery/sentences/rules/catalogue.ts'
import { readTextsOf } from './words/late-german.ts'
import { deSentences } from './words/server/de.ts'

await readTextsOf('de')
const folder = import.meta.dirname

/** A German verb whose second half follows later in the sentence: “Die Agentur gibt jede Änderung frei”. */
const hasSplit = (german: string, first: RegExp, second: RegExp) =>
  german.split(/[.:;?!]/).some((part) => first.test(part) && second.test(part))

interface Term {
  readonly english: RegExp
  /** Other English words that may have the same German one. */
  readonly related?: RegExp
  readonly german: (text: string) => boolean
}
/** The user's words of the product, with their only German: a text has the word in both languages or in neither. */
const glossary: Readonly<Record<string, Term>> = {
  'deliverable: Lieferung': {
    english: /\bdeliverables?\b/i,
    related: /\bdeliver(?:y|ies)\b/i,
    german: (text) => /\bLieferung/.test(text),
  },
  'merge: mergen': { english: /\bmerg(?:e|es|ed|ing)\b/i, german: (text) => /mergt|merge(?:n|\b)/i.test(text) },
  'growth: Akquise': { english: /(?<!\/)\bgrowth\b/i, german: (text) => /\bAkquise/.test(text) },
  'preview: Vorschau': { english: /\bpreviews?\b/i, german: (text) => /\bVorschau/.test(text) },
  'approve: freigeben': {
    english: /\bapprov(?:e|es|ed|ing|als?)\b/i,
    german: (text) => /freig[abei]/i.test(text) || hasSplit(text, /\bg[aei]be?n?(?:st|t)?\b/i, /\bfrei\b/),
  },
  'finding: Befund': { english: /\bfindings?\b/i, german: (text) => /\bBefund/.test(text) },
  'send back: zurückschicken': {
    english: /\b(?:send|sends|sent|sending)\b[^.]{0,12}\bback\b/i,
    german: (text) => /zurück(?:zu)?(?:ge)?schick/i.test(text) || hasSplit(text, /\bschickt?e?n?\b/i, /\bzurück\b/),
  },
  'optional: optional': { english: /\boptional\b/i, german: (text) => /\boptional/i.test(text) },
}
/** English words for these that a German text does not have. */
const foreign = /(?<![/_])\b(?:deliverables?|growth|previews?|approvals?)\b/i
const mail = /(?<!junk )\bmails?\b(?! server|=|\.example)/i

type Texts = ReadonlyMap<string, string>

/** The texts of a function, without what it computes. */
const textsIn = (made: (...values: never[]) => unknown): string => {
  const pieces: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      pieces.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('text.ts', `(${made.toString()})`, ts.ScriptTarget.Latest))
  return pieces.join(' … ')
}

const textsOf = (words: unknown, path: readonly string[] = []): (readonly [string, string])[] => {
  if (typeof words === 'string') return [[path.join('.'), words]]
  if (typeof words === 'function') return [[path.join('.'), textsIn(words as () => unknown)]]
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([name, inner]) => textsOf(inner, [...path, name]))
}
const catalogueOf = async (path: string): Promise<Texts> => new Map(textsOf(await import(join(folder, path))))

interface Pair {
  readonly at: string
  readonly english: string
  readonly german: string
}
const pairsOf = (file: string, english: Texts, german: Texts): Pair[] =>
  [...english].flatMap(([path, text]) => {
    const other = german.get(path.replace(/^en\b/, 'de'))
    return other === undefined ? [] : [{ at: `${file} ${path}`, english: text, german: other }]
  })

const pairs: readonly Pair[] = [
  ...pairsOf('sentences', new Map(Object.entries(sentences)), new Map(Object.entries(deSentences))),
  ...(
    await Promise.all(
      globSync('words/**/en.ts', { cwd: folder }).map(async (file) =>
        pairsOf(file, await catalogueOf(file), await catalogueOf(file.replace(/en\.ts$/, 'de.ts'))),
      ),
    )
  ).flat(),
]

test.each(Object.entries(glossary))('a text has “%s” in both languages or in neither', (_words, term) => {
  const having = pairs.filter(({ english }) => term.english.test(english))
  expect(having.length).toBeGreaterThan(5)
  const wrong = pairs.filter(({ english, german }) =>
    term.german(german) ? !term.english.test(english) && !term.related?.test(english) : term.english.test(english),
  )
  expect(wrong.map(({ at, english, german }) => `${at}: “${english}” and “${german}”`)).toEqual([])
})

test('a German text has no English word of the glossary', () => {
  const wrong = pairs.filter(({ german }) => foreign.test(german))
  expect(wrong.map(({ at, german }) => `${at}: “${german}”`)).toEqual([])
})

test('an English text says “email”, and “mail” only of servers and addresses', () => {
  const wrong = pairs.filter(({ at, english }) => !at.startsWith('sentences') && mail.test(english))
  expect(wrong.map(({ at, english }) => `${at}: “${english}”`)).toEqual([])
})

test('the two halves of a split verb are found in one sentence', () => {
  const { german } = glossary['approve: freigeben']!
  const texts = [
    'Die Agentur gibt jede Änderung frei',
    'Geben Sie es ohne frei.',
    'Es gibt nichts. Der Platz ist frei.',
  ]
  expect(texts.map(german)).toEqual([true, true, false])
})
