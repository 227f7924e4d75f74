import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
// Each `en.ts` has its German beside it.
const english = globSync('words/**/en.ts', { cwd: folder })
const germanOf = (path: string) => path.replace(/en\.ts$/, 'de.ts')

/** What a catalogue says, as paths: `errors.codes.invalid_email.title`. */
const pathsIn = (said: unknown, path: string[] = []): string[] =>
  typeof said === 'object' && said !== null
    ? Object.entries(said).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))
    : [path.join('.')]
const catalogueOf = async (path: string) => Object.values((await import(join(folder, path))) as Record<string, object>)

test('there are catalogues to compare', () => {
  expect(english.length).toBeGreaterThanOrEqual(30)
})

// What stands in a record by its key, as the sentences of error codes do, is compared by no type.
test.each(english)('%s says the same things in German', async (path) => {
  const written = await catalogueOf(path)
  const german = await catalogueOf(germanOf(path))
  expect(german.flatMap((one) => pathsIn(one)).toSorted()).toEqual(written.flatMap((one) => pathsIn(one)).toSorted())
})
