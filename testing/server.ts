import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { startServer, type RunningServer } from '../apps/server/start.ts'
import { webConsole } from '../apps/server/web-console.ts'
import { readConfiguration } from '../platform/configuration/index.ts'
import type { Database } from '../platform/db/database.ts'
import { consoleFolder } from './console/open-console.ts'
import { testDatabase } from './database.ts'
import { hasSecondReader, readElsewhere } from './second-reader.ts'
import { serverLog } from './runner/server-log.ts'
import { testRootKey } from './people/sessions.ts'
import { afterTest } from './after-test.ts'

export interface TestServer extends RunningServer {
  readonly database: Database
  /** Address for the owning user of the database: row-level security does not hold for it. */
  readonly databaseUrl: string
  readonly dataFolder: string
  /** The folder of a bare repository; the id as a row has it. */
  gitDirOf(repositoryId: unknown): string
}

/** The whole product on a port of its own, over a fresh database and folder; gone after the suite's last test. */
export const testServer = async (
  settings: Readonly<Record<string, string>> = {},
  logger: Logger = serverLog(),
): Promise<TestServer> => {
  const { url, database } = await testDatabase()
  const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  const server = await startOver(url, dataFolder, settings, logger)
  afterTest(async () => {
    await server.close()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const gitDirOf = (repositoryId: unknown) => join(dataFolder, 'cache', 'repositories', `${String(repositoryId)}.git`)
  return { ...server, database, databaseUrl: url, dataFolder, gitDirOf }
}

/** Starts a server that was closed again, over its database and folder. `settings` are those of the first one. */
export const restarted = async (
  { databaseUrl, dataFolder }: TestServer,
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer> => {
  const server = await startOver(databaseUrl, dataFolder, settings, serverLog())
  afterTest(() => server.close())
  return server
}

const startOver = async (
  url: string,
  dataFolder: string,
  settings: Readonly<Record<string, string>>,
  logger: Logger,
): Promise<RunningServer> => {
  const configuration = readConfiguration({
    DATABASE_URL: url,
    ATELIER_DATA: dataFolder,
    ATELIER_PORT: '0',
    ATELIER_DATABASE_CONNECTIONS: '6',
    ATELIER_EGRESS_HOSTS: 'none',
    ATELIER_SSH: 'off',
    SECRETS_ENCRYPTION_KEY: testRootKey,
    ...settings,
  })
  const server = await startServer(configuration, logger, undefined, undefined, {
    ...webConsole,
    folder: consoleFolder(),
  })
  if (!hasSecondReader) return server
  const endReader = await readElsewhere(server.parts)
  return { ...server, close: () => server.close().then(endReader) }
}
