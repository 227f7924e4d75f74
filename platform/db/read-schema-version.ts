import pg from 'pg'
import { connectionRefusal } from './connection-refusal.ts'
import { newestMigration } from './migrate.ts'

/**
 * The major version of the PostgreSQL at `url`, and the newest migration that its database has; undefined for none.
 * Throws StartRefusal if it does not answer.
 */
export const readSchemaVersion = async (
  url: string,
): Promise<{ readonly postgres: string; readonly schema: string | undefined }> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw connectionRefusal(url, error)
  })
  try {
    const { rows } = await client.query<{ major: string }>(
      `select (current_setting('server_version_num')::int / 10000)::text as major`,
    )
    return { postgres: rows[0]!.major, schema: await newestMigration(client) }
  } finally {
    await client.end()
  }
}
