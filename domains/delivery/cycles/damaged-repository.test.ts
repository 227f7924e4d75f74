import { chmod, open, readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startServer } from '../../../apps/server/start.ts'
import { readConfiguration } from '../../../platform/configuration/index.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/state.ts'
import { downloadProjectRevisionBundle, getProjectRevisionHead } from '../../code/revisions/contract.ts'
import { getTaskReviewEvidence } from '../tasks/contract.ts'

const server = await testServer()

const packOf = async (projectId: string) => {
  const [row] = await asOwner(server, 'select id from repository where project_id = $1', [projectId])
  const folder = join(server.dataFolder, 'repositories', `${String(row!.id)}.git`, 'objects', 'pack')
  const name = (await readdir(folder)).find((each) => each.endsWith('.pack'))!
  await chmod(join(folder, name), 0o600)
  return join(folder, name)
}

const flipBytes = async (path: string) => {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  const bytes = Buffer.alloc(size - 33)
  await file.read(bytes, 0, bytes.length, 13)
  await file.write(
    bytes.map((byte) => byte ^ 0xff),
    0,
    bytes.length,
    13,
  )
  await file.close()
}

test.each([
  ['flipped bytes', flipBytes],
  ['a missing end', (path: string) => truncate(path, 60)],
])('a pack with %s ends a run and a read with a message, and does not stop a start', async (_name, damage) => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf({ 'a.txt': 'one\n' }))
  await mergeUnverified(owner, projectId)
  const { tasks } = await runCycle(owner, await propose(owner, projectId, fileBlock('b.txt', 'two\n')))
  const { revisionId } = (await owner.call(getProjectRevisionHead, { id: projectId })).body
  await damage(await packOf(projectId))
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
})
