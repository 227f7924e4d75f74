import { afterAll, expect, test } from 'vitest'
import { isSoak } from '../soak.ts'
import { createAgent } from '../../domains/agents/agents/contract.ts'
import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { allPassed, deliverChecked } from './deliver-checked.ts'
import { npmRegistry } from './npm.ts'
import { otherNodes } from './other-node.ts'

const registry = await npmRegistry(otherNodes)
afterAll(() => registry.close())
const server = await testServer({ ATELIER_REGISTRIES: `npm=${registry.address}` })

const deliverWith = async (runtimeVersion: string) => {
  const at = await scene(server)
  const files = { 'package.json': JSON.stringify({ scripts: { test: 'node --version' } }), '.nvmrc': '24\n' }
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId)
  const body = { name: 'Ours', runtimeKind: 'native', runtimeVersion, projectId }
  expect((await at.owner.call(createAgent, { body })).status).toBe(201)
  return deliverChecked(at, projectId, 'one.txt')
}

test.runIf(isSoak)(
  'setup and checks run with the Node that the agent asks for, on both sides of the change',
  async () => {
    const { checks, files } = await deliverWith('20.1.0')
    expect(
      checks.map(({ is }) => is),
      JSON.stringify(checks),
    ).toEqual(allPassed)
    expect(checks.map(({ log }) => log.includes('v20.1.0'))).toEqual([false, true, false, true])
    expect(files).toEqual(['one.txt'])
  },
)

test('a Node that no registry has is named in the reasons of the verdict, with the remedy', async () => {
  const { checks, reasons } = await deliverWith('node 19')
  expect(checks[0]!.is).toBe('base setup failed')
  expect(reasons.join('\n')).toMatch(
    /the agent asks for Node 19, which this machine does not have and no registry gave\. Change the agent’s runtimeVersion\./,
  )
})

test('a runtime that is no version of Node is named in the reasons of the verdict, with the remedy', async () => {
  const { checks, reasons } = await deliverWith('python 3.12')
  expect(checks[1]).toMatchObject({ is: 'base test could_not_run' })
  expect(reasons.join('\n')).toMatch(/runtimeVersion of the agent is no version of Node from 14 to 40.* Write it as 22/)
})
