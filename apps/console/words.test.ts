import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRun, cycleRun, taskRun } from '../../domains/delivery/runs/graph.ts'
import { sentences } from '../../domains/delivery/sentences/rules/catalogue.ts'
import { de as deInbox } from './words/inbox/de.ts'
import { en as enInbox } from './words/inbox/en.ts'
import { readTextsOf } from './words/late-german.ts'
import { deFinding } from './words/server/de-findings.ts'
import { deSentences } from './words/server/de.ts'
import { enSteps } from './words/server/steps/en.ts'

await readTextsOf('de')
const folder = import.meta.dirname
// Each `en.ts` has its German beside it.
const english = globSync('words/**/en.ts', { cwd: folder })
const germanOf = (path: string) => path.replace(/en\.ts$/, 'de.ts')

/** The texts of a catalogue, as paths: `mail.title`. Errors of codes have their English from the server. */
const pathsIn = (said: unknown, path: string[] = []): string[] =>
  typeof said === 'object' && said !== null
    ? Object.entries(said).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))
    : [path.join('.')]
const catalogueOf = async (path: string) => Object.values((await import(join(folder, path))) as Record<string, object>)

test('there are catalogues to compare', () => {
  expect(english.length).toBeGreaterThanOrEqual(30)
})

test('the German of each sentence of the server takes the same values', () => {
  const namesIn = (template: string) => [...template.matchAll(/\{[a-z]+\}/g)].map(([name]) => name).toSorted()
  for (const [code, template] of Object.entries(deSentences))
    expect([code, namesIn(template)]).toEqual([code, namesIn(sentences[code as keyof typeof sentences])])
})

test('a finding is worded in German by its kind, with the server’s quotes; another kind has no German', () => {
  const reason = 'a.test.js:3 skips a test: “xit(”. Let it run.'
  expect(deFinding('test_skipped', reason)).toBe('Ein Test wird übersprungen: „xit(“.')
  expect(deFinding('tests_narrowed', 'Nothing is quoted.')).toBe('Nur noch ausgewählte Tests laufen.')
  expect(deFinding('hunk_not_shown', 'All tests pass with “a” in the place of “b” in “c = b”.')).toBe(
    'Alle Tests bestehen auch, wenn hier „a“ statt „b“ steht.',
  )
  expect(deFinding('hunk_not_shown', 'All tests pass with “a()” still there.')).toBe(
    'Alle Tests bestehen auch mit „a()“.',
  )
  expect(deFinding('hunk_not_shown', 'All tests pass without “b” in “a(b)”.')).toBe(
    'Alle Tests bestehen auch ohne „b“.',
  )
  expect(['', 'constructor', 'unheard'].map((kind) => deFinding(kind, reason))).toEqual(Array(3).fill(undefined))
})

test('the sentence of the home page does not count queued cycles as running', () => {
  expect(enInbox.running(1, 2)).toBe(
    'One cycle is running. Two cycles are queued until a sandbox is free. You get an email when one needs a decision.',
  )
  expect(enInbox.running(0, 1)).not.toContain('running')
  expect(deInbox.running(0, 1)).not.toContain('läuft')
  expect(enInbox.running(0, 0)).toContain('Nothing is running')
})

test('each step of a run has a name for people', () => {
  const steps = [cycleRun, taskRun, checkRun].flatMap(({ at }) => Object.keys(at))
  expect(steps.filter((step) => !Object.hasOwn(enSteps, step))).toEqual([])
})

// Texts by key, such as the sentences of error codes, are compared by no type.
test.each(english)('%s has all texts in German', async (path) => {
  const written = await catalogueOf(path)
  const german = await catalogueOf(germanOf(path))
  const paths = (all: readonly object[]) => all.flatMap((one) => pathsIn(one)).toSorted()
  // English has the sentences of the server for codes that it does not list.
  const listed = new Set(paths(written))
  const isListed = (path: string) => listed.has(path) || !/(^|\.)codes\./.test(path)
  expect(paths(german).filter(isListed)).toEqual(paths(written))
})
