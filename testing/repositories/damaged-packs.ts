import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { startServer } from '../../apps/server/start.ts'
import { downloadProjectRevisionBundle, getProjectRevisionHead } from '../../domains/code/revisions/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { fileBlock, propose, runCycle } from '../delivery.ts'
import { mergingProject } from './merging-project.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

const packOf = async (server: TestServer, projectId: string) => {
  const [row] = await asOwner(server, 'select id from repository where project_id = $1', [projectId])
  const folder = join(server.dataFolder, 'cache', 'repositories', `${String(row!.id)}.git`, 'objects', 'pack')
  const name = (await readdir(folder)).find((each) => each.endsWith('.pack'))!
  await chmod(join(folder, name), 0o600)
  return join(folder, name)
}

/** Damages the pack of a repository: a run and a read then end with a message, and a server starts. */
export const expectMessages = async (server: TestServer, damage: (path: string) => Promise<void>) => {
  const { at, projectId } = await mergingProject(server, { 'a.txt': 'one\n' })
  const { owner } = at
  const { tasks } = await runCycle(owner, await propose(owner, projectId, fileBlock('b.txt', 'two\n')))
  const { revisionId } = (await owner.call(getProjectRevisionHead, { id: projectId })).body
  await damage(await packOf(server, projectId))
  const { cycle } = await runCycle(owner, await propose(owner, projectId, fileBlock('c.txt', 'three\n')))
  expect(cycle).toMatchObject({
    status: 'failed',
    failure: { message: expect.stringContaining('The repository is damaged') as string },
  })
  const evidence = await owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  expect(evidence).toMatchObject({ status: 502, body: { code: 'repository_unreachable' } })
  const bundle = await owner.open(downloadProjectRevisionBundle, { id: projectId, revisionId })
  const text = await bundle.text()
  expect([bundle.status, JSON.parse(text)]).toMatchObject([500, { code: 'internal' }])
  expect(text).not.toMatch(/\.ts:\d|\bat |\.git/)
  const environment = { DATABASE_URL: server.databaseUrl, ATELIER_DATA: server.dataFolder, ATELIER_PORT: '0' }
  const second = await startServer(readConfiguration(environment), pino({ level: 'silent' }))
  await second.close()
}
