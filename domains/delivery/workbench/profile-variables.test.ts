import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { findBrowser } from '../../../execution/sandbox/index.ts'
import { deliverChecked } from '../../../testing/registries/deliver-checked.ts'
import { mergeUnverified } from '../../../testing/delivery.ts'
import { expectError } from '../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { importProjectAgent } from '../../agents/agents/contract.ts'

const server = await testServer()
const browser = await findBrowser()

const deliverWith = async (sandboxProfile: string) => {
  const at = await scene(server)
  const files = { 'package.json': JSON.stringify({ scripts: { test: 'echo "The browser is $CHROME_BIN."' } }) }
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId)
  const body = { name: 'Imported', instructions: 'Do it well.', runtimeKind: 'native', sandboxProfile }
  const imported = await at.owner.call(importProjectAgent, { id: projectId, body })
  return { at, projectId, imported }
}

test.runIf(browser)(
  'checks of an agent with the profile e2e find the browser of the machine, a builder’s checks do not',
  async () => {
    for (const [profile, found] of [
      ['e2e', browser],
      ['builder', ''],
    ] as const) {
      const { at, projectId } = await deliverWith(profile)
      const { checks } = await deliverChecked(at, projectId, 'one.txt')
      expect(checks.filter(({ is }) => is.endsWith('test passed')).map(({ log }) => log)).toEqual([
        expect.stringContaining(`The browser is ${found}.`),
        expect.stringContaining(`The browser is ${found}.`),
      ])
    }
  },
)

test.runIf(isLong)('400 for a sandbox profile that does not exist', async () => {
  const { imported } = await deliverWith('windows')
  expectError(imported, 400, 'invalid_request')
})
