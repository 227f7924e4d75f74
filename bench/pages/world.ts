import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../platform/db/database.ts'
import { openDiskStore } from '../../platform/storage/index.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { createTestDatabase, databaseUrl, migratedTemplate, startTestCluster } from '../../testing/cluster.ts'
import { freePort } from '../../testing/network/free-port.ts'
import { testRootKey } from '../../testing/people/sessions.ts'
import type { TestServer } from '../../testing/server.ts'
import { startProcess } from '../measure.ts'

/** The product as a process of its own over a fresh database, and a workspace with an administrator in it. */
export const openBenchWorkspace = async (settings: Readonly<Record<string, string>> = {}) => {
  const cluster = await startTestCluster()
  const url = databaseUrl(cluster.url, await createTestDatabase(cluster.url, migratedTemplate))
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const start = () =>
    startProcess(['apps/server/main.ts'], {
      DATABASE_URL: url,
      ATELIER_DATA: folder,
      ATELIER_ROLE: 'server',
      ATELIER_PORT: String(port),
      ATELIER_PUBLIC_URL: baseUrl,
      SECRETS_ENCRYPTION_KEY: testRootKey,
      ATELIER_EGRESS_HOSTS: 'none',
      ...settings,
    })
  let process = await start()
  const database = openDatabase({ url, connections: 4 })
  const parts = {
    database,
    objects: await openDiskStore(join(folder, 'objects')),
    removals: { now: () => Promise.resolve() },
  }
  const server = { baseUrl, database, databaseUrl: url, dataFolder: folder, parts } as unknown as TestServer
  const { email, userId } = await newAccount(server)
  const at = await accountScene(server, userId, 'admin')
  return {
    server,
    at,
    email,
    userId,
    folder,
    /** Ends the process and starts it again; `begun` hears when it has ended. */
    restart: async (begun: () => Promise<void>) => {
      await process.stop()
      await begun()
      process = await start()
    },
    close: async () => {
      await database.close()
      await process.stop()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type BenchWorkspace = Awaited<ReturnType<typeof openBenchWorkspace>>
