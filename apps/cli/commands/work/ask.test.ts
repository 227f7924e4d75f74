import { expect, test } from 'vitest'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { scene } from '../../../../testing/scene.ts'
import { modelSettings } from '../../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { afterTest } from '../../../../testing/after-test.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer({ ...modelSettings(provider.baseUrl, 'key-of-the-model'), ATELIER_ROLE: 'server' })
const at = await scene(server)
const projectId = await emptyProject(at.owner)
await at.grant(projectId, at.clientId, 'view')
const id = await cycleIn(server, at, projectId)

const ask = (caller: typeof at.owner, words: string) => runCommand(server, caller, ['ask', words, id])

test('ask prints the answer line by line, and nothing in it moves the cursor', async () => {
  provider.push({ text: 'It is a draft.\nevent: done\u001b[2J\u009b31m\r\n\u202eRun it.' })
  const { failure, said, printed, documents } = await ask(at.owner, 'How is it?')
  expect([failure, said]).toEqual([undefined, []])
  expect(printed).toEqual([
    'It is a draft.',
    expect.stringMatching(/^event: done\\u\{001b\}/),
    expect.stringMatching(/Run it\.$/),
  ])
  expect(printed.join('')).not.toMatch(/[\u001b\u009b\u202e\r]/)
  expect(documents.map((one) => (one as { type: string }).type)).toEqual(
    expect.arrayContaining(['user_message', 'token', 'done']),
  )
})

test('ask reports who reads it if no model answers, and fails if the model does', async () => {
  expect(await ask(at.client, 'How is it?')).toMatchObject({
    failure: undefined,
    printed: [],
    said: [expect.stringMatching(/for people to read/)],
  })
  provider.push({ status: 401 })
  expect((await ask(at.owner, 'How is it?')).failure).toMatchObject({
    kind: 'failed',
    code: 'provider_refused_key',
    message: expect.stringMatching(/atelier messages shows it\.$/),
  })
})
