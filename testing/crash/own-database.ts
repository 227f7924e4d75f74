import { createTestDatabase, databaseUrl, dropTestDatabase, migratedTemplate } from '../index.ts'
import { inRoot } from './crash-scene.ts'
import { startProcess, type ServerProcess } from './server-process.ts'

export interface OwnDatabase {
  /** Starts a process on it, over the folder that all of them share. */
  start(): Promise<ServerProcess>
  readonly url: string
  /** That folder. */
  readonly root: string
}

/** Lends a migrated database of `cluster` and a folder to processes; both are deleted afterwards. */
export const inOwnDatabase = (
  cluster: string,
  settings: Readonly<Record<string, string>>,
  work: (lent: OwnDatabase) => Promise<void>,
): Promise<void> =>
  inRoot(async (root) => {
    const name = await createTestDatabase(cluster, migratedTemplate)
    const url = databaseUrl(cluster, name)
    const all = {
      DATABASE_URL: url,
      ATELIER_DATABASE_CONNECTIONS: '4',
      ATELIER_LOG_LEVEL: 'warn',
      SECRETS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...settings,
    }
    const started: ServerProcess[] = []
    const start = async () => {
      const one = await startProcess(root, all)
      started.push(one)
      return one
    }
    try {
      await work({ start, url, root })
    } finally {
      for (const one of started) await one.kill()
      await dropTestDatabase(cluster, name)
    }
  })
