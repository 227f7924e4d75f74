import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { createProject, listProjects } from '../../domains/code/projects/contract.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { scene } from '../../testing/scene.ts'
import { patience } from '../../testing/runner/hang-timeout.ts'
import { testRootKey } from '../../testing/people/sessions.ts'
import { stoppableDatabase } from '../../testing/databases/stopped-database.ts'
import { startServer } from './start.ts'

const stoppable = await stoppableDatabase()
const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
const server = await startServer(
  readConfiguration({
    DATABASE_URL: stoppable.url,
    ATELIER_DATA: dataFolder,
    ATELIER_PORT: '0',
    SECRETS_ENCRYPTION_KEY: testRootKey,
  }),
  pino({ level: 'silent' }),
)
afterAll(async () => {
  await stoppable.goOn()
  await server.close()
  await rm(dataFolder, { recursive: true, force: true })
})
const { owner } = await scene({ baseUrl: server.baseUrl, database: server.parts.database })

const readiness = async () => (await fetch(`${server.baseUrl}/readyz`)).status
const names = async () => {
  const { status, body } = await owner.call(listProjects)
  return status === 200 ? (body as { name: string }[]).map(({ name }) => name) : status
}

test('503 for readiness, reads and writes while the database is stopped, and all work after it resumes', async () => {
  await owner.call(createProject, { body: { name: 'Before' } })
  await stoppable.stop()
  const waiting = [readiness(), names(), owner.call(createProject, { body: { name: 'Lost' } })] as const
  const [ready, listed, created] = await Promise.all(waiting)
  expect([ready, listed, created.status]).toEqual([503, 503, 503])
  expect([created.body.code, created.headers.get('retry-after')]).toEqual(['database_unavailable', '5'])
  await stoppable.goOn()
  await vi.waitUntil(async () => (await readiness()) === 200, patience)
  expect((await owner.call(createProject, { body: { name: 'After' } })).status).toBe(201)
  expect(await names()).toEqual(['After', 'Before'])
})
