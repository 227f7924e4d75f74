import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { builtBase } from '../../../../testing/deployments/image-builds.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const run = (...words: string[]) =>
    runForText(server, at.owner, ['project', 'builds', ...words, '--project', projectId])
  const build = (error: string | undefined, log: string) =>
    builtBase(server, { workspace: at.workspace, projectId }, { error, log })
  return { run, build }
}

test('project builds lists the builds, the newest last, with the reason of a failed build', async () => {
  const { run, build } = await world()
  expect((await run()).failure).toBeUndefined()
  await build('The setup failed: no.', 'boom\u001b[31m')
  await build(undefined, 'added 3 packages')
  const { printed, documents } = await run()
  expect(printed.split('\n')).toEqual([
    expect.stringMatching(/^[0-9a-f]{8} {2}\S{16} {2}failed {4}base {5}a{7} {2}b{12} {2}.*The setup failed: no\.$/),
    expect.stringMatching(/^[0-9a-f]{8} {2}\S{16} {2}ready {5}base {5}a{7} {2}b{12} {2}/),
  ])
  expect(documents).toMatchObject([[{ status: 'ready' }, { status: 'failed', error: 'The setup failed: no.' }]])
})

test('project builds with an id prints the log of that build, without what moves a terminal', async () => {
  const { run, build } = await world()
  await build('The setup failed: no.', 'boom\u001b[31m\nlast')
  const { printed } = await run()
  const log = await run(printed.slice(0, 8))
  expect(log.printed).toContain('boom')
  expect(log.printed).not.toContain('\u001b')
  expect(log.documents).toMatchObject([{ status: 'failed', error: 'The setup failed: no.' }])
  expect((await run('ffffffff')).failure).toMatchObject({ message: expect.stringContaining('There is no build') })
  expect((await run(uuidv7())).failure).toMatchObject({ message: expect.stringContaining('keeps no build') })
})
