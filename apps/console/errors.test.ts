import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { NotAtelierError, UnreachableError, RefusedError } from '../../platform/client/index.ts'
import { UnansweredChangeError } from './api/unreached.ts'
import { explain, explainField, faultsAt, faultsIn, fieldErrorOf } from './errors.ts'
import { de } from './words/shell/de.ts'
import { en } from './words/shell/en.ts'

const refusedAs = (status: number, code: string, error: string) =>
  new RefusedError(status, { error, code, requestId: 'r-1' })

test('a code is explained in the person’s language, in English with the sentences of the server, with the id of the request', () => {
  const refused = refusedAs(401, 'invalid_credentials', 'The address or the password is wrong. Try again.')
  const english = { title: 'The address or the password is wrong', text: 'Try again.', requestId: 'r-1' }
  expect(explain(refused, en.errors)).toEqual(english)
  expect(explain(refused, de.errors)).toMatchObject({ title: 'Anmeldung nicht möglich', requestId: 'r-1' })
  expect(explain(refusedAs(409, 'cycle_closed', 'It is closed.'), en.errors)).toMatchObject({
    title: 'It is closed',
    text: '',
  })
})

test('a code of any operation is explained by its status, and a code that German does not list in English', () => {
  expect(explain(refusedAs(404, 'not_found', 'There is none.'), en.errors)).toMatchObject({
    title: 'Not found',
    text: 'It was removed, or you may not see it.',
  })
  const refused = refusedAs(409, 'cycle_closed', 'It is closed.')
  expect(explain(refused, de.errors)).toMatchObject({ title: de.errors.refused, text: 'It is closed.' })
})

test('a proxy that answers for a server that restarts counts as no answer', () => {
  expect(explain(new NotAtelierError(502), en.errors)).toEqual({
    title: 'The server does not answer',
    text: 'Look whether it runs, then try again.',
  })
})

test('a change that was not sent reports that nothing was changed, and a change without an answer that it may be done', () => {
  const titleOf = (isSent: boolean) => explain(new UnansweredChangeError(new Error('Cut'), isSent), en.errors).title
  expect([titleOf(false), titleOf(true)]).toEqual(['Not sent', 'No answer came'])
})

test('distinguishes a server without an answer, an answer from another program, and our own fault', () => {
  const titles = [new UnreachableError(undefined), new NotAtelierError(404), new TypeError('x')].map(
    (error) => explain(error, en.errors).title,
  )
  expect(titles).toEqual(['The server does not answer', 'Something else answered', 'This part of the page broke'])
})

const refusedFor = (...fields: readonly (readonly [path: string, rule: string, message?: string])[]) =>
  new RefusedError(400, {
    error: 'The request does not fit its schema. See fields.',
    code: 'invalid_request',
    fields: fields.map(([path, rule, message = 'is not valid']) => ({ path, rule, message })),
  })
const told = (error: RefusedError, name: string, rules = en.rules, type?: string) =>
  explainField(faultsAt(faultsIn(error), name), rules, type)

test('a field shows its rule in the person’s language, and the server’s message if the rule has no sentence', () => {
  const refused = refusedFor(['name', 'maxLength'], ['mail', 'format'], ['branch', 'odd', 'is no branch of it'])
  expect(told(refused, 'name')).toBe('This is too long.')
  expect(told(refused, 'name', de.rules)).toBe('Das ist zu lang.')
  expect(told(refused, 'mail', en.rules, 'email')).toBe('Write an email address, such as name@example.com.')
  expect(told(refused, 'branch', de.rules)).toBe('is no branch of it')
})

test('a field shows faults of its parts, and no faults of fields with the same beginning', () => {
  const refused = refusedFor(['names', 'required'], ['name.first', 'minLength'])
  expect(told(refused, 'name')).toBe('This is too short.')
  expect(told(refused, 'name.first')).toBe('This is too short.')
  expect(told(refused, 'name.firs')).toBeUndefined()
})

test('a field that may be empty shows its own rule, not that it is not empty', () => {
  const refused = refusedFor(['mail', 'type'], ['mail', 'format'], ['mail', 'anyOf'])
  expect(told(refused, 'mail', en.rules, 'email')).toBe('Write an email address, such as name@example.com.')
})

test('a code about one field is shown at that field, if the form has it', () => {
  const refused = new RefusedError(409, { error: 'It is taken.', code: 'client_account_name_taken' })
  expect(fieldErrorOf(refused, ['notes', 'name'], de.errors)).toMatchObject({
    name: 'name',
    text: expect.stringMatching(/^So heißt schon ein Kunde\. .*Wähle einen anderen Namen\.$/),
  })
  expect(fieldErrorOf(refused, ['notes'], en.errors)).toBeUndefined()
  expect(fieldErrorOf(new UnreachableError(undefined), ['name'], en.errors)).toBeUndefined()
  expect(fieldErrorOf(refused, ['name'], en.errors)).toEqual({ name: 'name', text: 'It is taken.' })
})

test('only a request that does not fit its schema has wrong fields', () => {
  // The missing settings of an export are named by fields too.
  const lacking = new RefusedError(409, { error: 'Something lacks.', code: 'accounts_lacking', fields: [] })
  expect([lacking, new UnreachableError(undefined), undefined].flatMap(faultsIn)).toEqual([])
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

/** The codes under `codes` in a topic's texts. */
const codesIn = (said: unknown): string[] =>
  typeof said === 'object' && said !== null
    ? Object.entries(said).flatMap(([name, inner]) =>
        name === 'codes' ? Object.keys(inner as object) : codesIn(inner),
      )
    : []

// The sentence of their status says it; the endpoint's own words do.
const saidOtherwise = ['forbidden', 'not_found', 'model_endpoint_refused']

test('each code that a page of the agency can meet has a sentence in German', async () => {
  const topics = globSync('words/**/de.ts', { cwd: folder, exclude: ['words/portal*/**'] })
  const local = (await Promise.all(topics.map((path) => read(path)))).flatMap(codesIn)
  const met = await codesMet()
  expect(met.size).toBeGreaterThan(100)
  expect([...met.difference(new Set([...Object.keys(de.errors.codes), ...local, ...saidOtherwise]))]).toEqual([])
})
