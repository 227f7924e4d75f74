import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { NotAtelier, NotReached, Refused } from '../../platform/client/index.ts'
import { explain } from './errors.ts'
import { deCodes } from './words/codes/de.ts'
import { enCodes } from './words/codes/en.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

test('a known code is said in the person’s language, with the id of the request', () => {
  const refused = new Refused(401, { error: 'The address…', code: 'invalid_credentials', requestId: 'r-1' })
  expect(explain(refused, { ...en.errors, codes: enCodes })).toMatchObject({
    title: 'That is not right',
    requestId: 'r-1',
  })
  expect(explain(refused, { ...de.errors, codes: deCodes })).toMatchObject({
    title: 'Das stimmt nicht',
    requestId: 'r-1',
  })
  // Before the sentences of codes were read.
  expect(explain(refused, en.errors)).toMatchObject({ title: en.errors.statuses[401]!.title })
})

test('an unknown code says the sentence of the server', () => {
  const refused = new Refused(409, { error: 'It is closed.', code: 'cycle_closed' })
  expect(explain(refused, en.errors)).toEqual({ title: en.errors.refused, text: 'It is closed.' })
})

test('what no server answered, what something else did, and a mistake of ours are told apart', () => {
  const titles = [new NotReached(undefined), new NotAtelier(502), new TypeError('x')].map(
    (error) => explain(error, en.errors).title,
  )
  expect(titles).toEqual([en.errors.notReached.title, en.errors.notAtelier.title, en.errors.broken.title])
})

test('both languages know the same statuses', () => {
  expect(Object.keys(de.errors.statuses)).toEqual(Object.keys(en.errors.statuses))
})

interface Declared {
  readonly errors?: Readonly<Record<string, { readonly code?: string }>>
}

const folder = import.meta.dirname
const read = async <Module>(path: string) => (await import(join(folder, path))) as Record<string, Module>

/** The codes of the operations that the agency's pages import. */
const codesMet = async () => {
  const pages = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['portal/**', '**/*.test.ts'] })
  const imports = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/^import \{([^}]*)\} from '([^']*domains\/[^']*)'/gm)].map(
      ([, names, from]) => ({ names: names!.split(','), path: join(dirname(page), from!) }),
    ),
  )
  const operations = await Promise.all(
    imports.map(async ({ names, path }) => {
      const declared = await read<Declared | undefined>(path)
      return names.map((name) => declared[name.trim().split(' as ')[0]!])
    }),
  )
  return new Set(operations.flat().flatMap((one) => Object.values(one?.errors ?? {}).flatMap(({ code }) => code ?? [])))
}

/** The codes that stand under `codes` in what a topic says. */
const codesIn = (said: unknown): string[] =>
  typeof said === 'object' && said !== null
    ? Object.entries(said).flatMap(([name, inner]) =>
        name === 'codes' ? Object.keys(inner as object) : codesIn(inner),
      )
    : []

// The sentence of their status says it; the endpoint's own words do.
const saidOtherwise = ['forbidden', 'not_found', 'model_endpoint_refused']

test('each code that a page of the agency can meet has a sentence', async () => {
  const topics = globSync(['**/words/**/en.ts', '**/words/en-*.ts'], { cwd: folder })
  const local = (await Promise.all(topics.map((path) => read(path)))).flatMap(codesIn)
  const met = await codesMet()
  expect(met.size).toBeGreaterThan(100)
  expect([...met.difference(new Set([...Object.keys(enCodes), ...local, ...saidOtherwise]))]).toEqual([])
})
