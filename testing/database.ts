import { readFile, watch, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { undefinedIfAbsent } from '../platform/storage/index.ts'
import { createTestDatabase, databaseUrl, dropTestDatabase, migratedTemplate } from './cluster.ts'
import type {} from './runner/global-setup.ts'
import { afterTest } from './after-test.ts'

export interface TestDatabase {
  /** Address for the owning user, who is a superuser: row-level security does not hold for it. */
  readonly url: string
  /** The server's database: the serving roles, under row-level security. */
  readonly database: Database
}

/**
 * A fresh database with all migrations, for the suite that calls this at the top of its file; closed and dropped
 * after its last test. `empty` leaves the migrations out.
 */
export const testDatabase = async ({ empty = false } = {}): Promise<TestDatabase> => {
  const server = await serverUrl(inject('testFolder'))
  const name = await createTestDatabase(server, empty ? 'template0' : migratedTemplate)
  const url = databaseUrl(server, name)
  const database = openDatabase({ url, connections: 10 })
  afterTest(async () => {
    await database.close()
    await dropTestDatabase(server, name)
  })
  return { url, database }
}

const serverUrl = async (folder: string) => {
  const answer = JSON.parse(await answerIn(folder)) as { url?: string; failure?: string }
  if (!answer.url) throw new Error(`The test database did not start. ${answer.failure}`)
  return answer.url
}

const answerIn = async (folder: string): Promise<string> => {
  const changes = watch(folder)[Symbol.asyncIterator]()
  let changed = changes.next()
  await writeFile(join(folder, 'wanted'), '')
  try {
    for (;;) {
      const answer = await readFile(join(folder, 'answer.json'), 'utf8').catch(undefinedIfAbsent)
      if (answer !== undefined) return answer
      await changed
      changed = changes.next()
    }
  } finally {
    await changes.return?.()
  }
}
