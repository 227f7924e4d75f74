import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../../../../testing/after-test.ts'
import { runHere } from '../../../../testing/cli/run-here.ts'
import { testDatabase } from '../../../../testing/database.ts'
import { testRootKey } from '../../../../testing/people/sessions.ts'
import { asOwner } from '../../../../testing/database-state.ts'

const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterTest(() => rm(folder, { recursive: true, force: true }))

const settings = {
  DATABASE_URL: 'postgres://127.0.0.1:1/nothing',
  SECRETS_ENCRYPTION_KEY: testRootKey,
  ATELIER_OBJECTS: 's3://atelier/objects?region=eu-central-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  ATELIER_DATA: folder,
}
const joined = (change: Readonly<Record<string, string | undefined>>) =>
  runHere(['join'], folder, { ...settings, ...change })

test.each([
  ['DATABASE_URL', { DATABASE_URL: undefined, SECRETS_ENCRYPTION_KEY: undefined }],
  ['SECRETS_ENCRYPTION_KEY', { SECRETS_ENCRYPTION_KEY: undefined }],
  ['ATELIER_OBJECTS', { ATELIER_OBJECTS: undefined }],
])('2 with the meaning of %s, if it is not set', async (name, change) => {
  expect(await joined(change)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`${name} is not set`) })
})

test('4 for a database that does not answer, has no Atelier, or the schema of another version, which stays', async () => {
  expect((await joined({})).exitCode).toBe(4)
  const empty = await testDatabase({ empty: true })
  expect(await joined({ DATABASE_URL: empty.url })).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('Start the first machine'),
  })
  const other = await testDatabase()
  await asOwner(
    { databaseUrl: other.url },
    'delete from schema_migration where version = (select max(version) from schema_migration)',
  )
  expect(await joined({ DATABASE_URL: other.url })).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('this program brings'),
  })
})
