import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join as pathOf, resolve } from 'node:path'
import { StartRefusal } from '../../../../platform/configuration/index.ts'
import { readMigrations } from '../../../../platform/db/migration-files.ts'
import { readSchemaVersion } from '../../../../platform/db/migrate.ts'
import { migrations } from '../../../server/migrations.ts'
import { serverProgram } from '../../demo/server.ts'
import { conflict, Failure, usage } from '../../failure.ts'
import { serverSettings } from '../../server-settings.ts'
import type { Session } from '../../session.ts'

const neededSettings = {
  DATABASE_URL: 'the address of the database that the other machines use',
  SECRETS_ENCRYPTION_KEY: 'the root key of the other machines',
  ATELIER_OBJECTS: 'the bucket of the other machines, such as s3://atelier/objects?region=eu-central-1',
} as const
/** The settings that all machines on a database share, and that this command writes down. */
const sharedSettings = [
  ...Object.keys(neededSettings),
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'ATELIER_PUBLIC_URL',
  'ATELIER_ROLE',
  'ATELIER_DATA',
] as const

/**
 * `atelier join`: adds this machine to a database's machines, and serves in the foreground until it is ended. The
 * database is not changed by it: a schema of another version is refused.
 */
export const join = async (session: Session, { settings }: { readonly settings?: string }): Promise<void> => {
  const { environment, output } = session
  const env: NodeJS.ProcessEnv = { ATELIER_ROLE: 'worker', ...environment }
  const { storage } = serverSettings(env)
  for (const [name, meaning] of Object.entries(neededSettings))
    if (!env[name]) throw usage(`${name} is not set: ${meaning}. Set it, and run this again.`, 'settings')
  await refuseOtherSchema(storage.databaseUrl!)
  const file = resolve(settings ?? pathOf(storage.dataFolder, 'atelier.env'))
  await writeSettings(file, { ...env, ATELIER_DATA: storage.dataFolder })
  output.show(
    { settings: file, role: env.ATELIER_ROLE },
    `${file} has the settings of this machine, for a service too. Its server starts now; Ctrl-C ends it.`,
  )
  const child = spawn(process.execPath, [...process.execArgv, serverProgram()], { env, stdio: 'inherit' })
  const end = () => void child.kill('SIGTERM')
  session.signal.addEventListener('abort', end, { once: true })
  const [status] = (await once(child, 'exit')) as [number | null]
  session.signal.removeEventListener('abort', end)
  if (status !== 0 && !session.signal.aborted)
    throw new Failure('failed', 'The server has ended; it said why above.', { code: 'server_ended' })
}

/** Upgrading is a decision of its own: a machine that joins brings no new schema to the working machines. */
const refuseOtherSchema = async (url: string) => {
  const { schema } = await readSchemaVersion(url).catch((error: unknown) => {
    throw error instanceof StartRefusal ? conflict('database', error.message) : error
  })
  const ownSchema = readMigrations(migrations).at(-1)!.name
  if (schema === ownSchema) return
  throw conflict(
    'other_version',
    schema === undefined
      ? 'This database has no Atelier yet. Start the first machine with bin/start, then run this again.'
      : `The database has the schema ${schema}, and this program brings ${ownSchema}. Install the version of the other ` +
          `machines here, or upgrade them first: docs/upgrade.md.`,
  )
}

/** One `NAME=value` in each line, as systemd and containers read them. Existing settings that differ stay. */
const writeSettings = async (file: string, environment: NodeJS.ProcessEnv) => {
  const lines = sharedSettings.flatMap((name) => (environment[name] ? [`${name}=${environment[name]}\n`] : []))
  const text = lines.join('')
  if (existsSync(file) && (await readFile(file, 'utf8')) !== text)
    throw conflict('settings_differ', `${file} has other settings. Remove it, or name another file with --settings.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}
