import { expect, test } from 'vitest'
import { deliverChecked } from '../registries/deliver-checked.ts'
import { bundleOf, importProject } from '../repository.ts'
import { fileBlock, library, mergeUnverified, propose } from '../delivery.ts'
import { runApproved } from '../runs/requests.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer()

const installing = {
  ...library,
  '.gitignore': 'installed/\n',
  'install.sh': 'mkdir -p installed; echo honest > installed/marker\n',
}

test('files of a merged commit in an install no longer exist once the commit is reverted', async () => {
  const a = await scene(server)
  const { projectId } = await importProject(a.owner, await bundleOf(installing))
  const checks = [{ name: 'test', command: 'cat installed/marker' }]
  await mergeUnverified(a.owner, projectId, { setup: 'sh install.sh', checks })
  const change = async (marker: string) => {
    const script = fileBlock('install.sh', `mkdir -p installed; echo ${marker} > installed/marker\n`)
    // A script that the setup runs is a change that a person sees.
    const { cycle } = await runApproved(a.owner, await propose(a.owner, projectId, script))
    expect(cycle.status).toBe('completed')
  }
  await change('planted')
  const bad = await deliverChecked(a, projectId, 'one.txt')
  expect(bad.checks.find(({ is }) => is === 'base test passed')!.log).toBe('planted')
  await change('honest')
  const good = await deliverChecked(a, projectId, 'two.txt')
  expect(good.checks.filter(({ is }) => is.includes(' test ')).map(({ log }) => log)).toEqual(['honest', 'honest'])
})
