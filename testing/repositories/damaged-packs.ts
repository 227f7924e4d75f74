import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { downloadProjectRevisionBundle, getProjectRevisionHead } from '../../domains/code/revisions/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { fileBlock, propose, runCycle } from '../delivery.ts'
import { mergingProject } from './merging-project.ts'
import { restarted, type TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** Its packs: what one of them lacks, another may have. */
const packsOf = async (server: TestServer, projectId: string) => {
  const [row] = await asOwner(server, 'select id from repository where project_id = $1', [projectId])
  const folder = join(server.dataFolder, 'cache', 'repositories', `${String(row!.id)}.git`, 'objects', 'pack')
  const packs = (await readdir(folder)).filter((name) => name.endsWith('.pack')).map((name) => join(folder, name))
  await Promise.all(packs.map((path) => chmod(path, 0o600)))
  return packs
}

/** Damages the packs of a repository: a run and a read then end with a message, and a server starts. */
export const expectMessages = async (server: TestServer, damage: (path: string) => Promise<void>) => {
  const { at, projectId } = await mergingProject(server, { 'a.txt': 'one\n' })
  const { owner } = at
  const { tasks } = await runCycle(owner, await propose(owner, projectId, fileBlock('b.txt', 'two\n')))
  const { revisionId } = (await owner.call(getProjectRevisionHead, { id: projectId })).body
  const packs = await packsOf(server, projectId)
  expect(packs).not.toEqual([])
  await Promise.all(packs.map(damage))
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
  const second = await restarted(server, {})
  await second.close()
}
