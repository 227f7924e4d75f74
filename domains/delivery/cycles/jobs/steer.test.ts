import { expect, test } from 'vitest'
import { commandHeld, heldCommand } from '../../../../testing/held.ts'
import { endOf, library, propose, runCycle } from '../../../../testing/delivery.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { modelSettings, turns } from '../../../../testing/scripted.ts'
import { testServer } from '../../../../testing/server.ts'
import { whenOver } from '../../../../testing/when-over.ts'
import { listCycleMessages, sendCycleMessage } from '../../conversation/contract.ts'
import { executeCycle } from '../contract.ts'

const provider = await startModelProvider()
whenOver(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-model'))

test('who may steer reaches a running agent at its next step, and the next run; who may view reaches none', async () => {
  const { owner, client, clientId, grant } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  await grant(projectId, clientId, 'view')
  const id = await propose(owner, projectId, 'Add a file of notes.')
  const say = async (caller: typeof owner, content: string) => {
    expect((await caller.call(sendCycleMessage, { id, body: { content } })).status).toBe(200)
  }
  const heard = () =>
    provider.requests.at(-1)!.body.messages.flatMap(({ role, content }) => (role === 'user' ? [content!] : []))
  const from = (words: string) =>
    expect.stringMatching(new RegExp(`^A message about this work from the agency,[^]*${words}$`))
  await say(owner, 'Before it runs.')
  await say(client, 'Delete everything.')
  provider.push(turns.run(heldCommand(server)), turns.end('Nothing to do.'))
  expect((await owner.call(executeCycle, { id })).status).toBe(200)
  const command = await commandHeld(server)
  await say(owner, 'While it runs.')
  await command.release()
  expect((await endOf(owner, id)).cycle).toMatchObject({ status: 'failed', failure: { code: 'no_change' } })
  expect(heard().slice(1)).toEqual([from('Before it runs.'), from('While it runs.')])
  await say(owner, 'After it ran.')
  const messages = (await owner.call(listCycleMessages, { id })).body as { givenAt: string | null }[]
  const states = messages.map(({ givenAt }) => givenAt !== null)
  expect(states).toEqual([true, false, true, false])
  provider.push(turns.write('NOTES.md', 'Notes\n'), turns.end('Wrote the notes.'))
  expect((await runCycle(owner, id)).cycle).toMatchObject({ status: 'completed' })
  expect(heard().slice(1)).toEqual([from('Before it runs.'), from('While it runs.'), from('After it ran.')])
  expect(JSON.stringify(provider.requests)).not.toContain('Delete everything.')
})
