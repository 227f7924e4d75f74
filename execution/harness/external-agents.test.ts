import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../../testing/after-test.ts'
import { agentSettings } from './acp/environment.ts'
import { readExternalAgents } from './external-agents.ts'

const folder = await mkdtemp(join(tmpdir(), 'agents-'))
afterTest(() => rm(folder, { recursive: true }))
const read = async (text: string) => {
  const file = join(folder, 'agents.json')
  await writeFile(file, text)
  return readExternalAgents(file)
}
const agent = { name: 'One', program: '/usr/bin/agent' }

test('the file of agents is read, and none is without one', async () => {
  const agents = { 'runtime-2': { ...agent, args: ['acp'], folder: '/opt/one', environment: { A: { b: 1 } } } }
  expect(await read(JSON.stringify(agents))).toEqual(agents)
  expect(readExternalAgents(undefined)).toEqual({})
})

test.each([
  ['no JSON', '{', /which is not JSON\. See docs\/agents-by-acp\.md\.$/],
  ['another harness', JSON.stringify({ 'runtime-8': agent }), /does not map runtime-1 to runtime-7 to agents/],
  ['the built-in harness', JSON.stringify({ native: agent }), /does not map runtime-1 to runtime-7/],
  ['no program', JSON.stringify({ 'runtime-1': { name: 'One' } }), /does not map .*: \/runtime-1/],
  ['a field that nothing reads', JSON.stringify({ 'runtime-1': { ...agent, shell: true } }), /does not map/],
  [
    'a variable that no shell takes',
    JSON.stringify({ 'runtime-1': { ...agent, environment: { 'A-B': '' } } }),
    /does not/,
  ],
  [
    'a path from here',
    JSON.stringify({ 'runtime-1': { ...agent, program: 'agent' } }),
    /runtime-1 has a path that is not/,
  ],
])('a file with %s is refused by a sentence', async (_, text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence)
})

test('a file that is not there is refused', () => {
  expect(() => readExternalAgents(join(folder, 'none'))).toThrow(/none, which cannot be read/)
})

test('the command and the environment of an agent name the model, as texts and within JSON', () => {
  const argv = ['/opt/{model}', '--url={modelUrl}', '{modelRoot}']
  const environment = {
    URL: '{modelUrl}/chat',
    LEFT: '{other} {model}',
    TASK: '{apiUrl}/tasks/{taskId} in {workspaceId}',
    CONFIG: { models: { '{model}': { limit: ['{contextTokens}', '{maxOutputTokens} tokens'] } }, on: true },
  }
  const model = { name: 'large', contextTokens: 1_000, maxOutputTokens: 10 }
  const api = { taskId: 'the task', workspaceId: 'the workspace' }
  const urls = { modelUrl: 'http://127.0.0.1:1/v1', apiUrl: 'http://127.0.0.1:2/v1/api' }
  const settings = agentSettings({ name: 'One', argv, environment }, { model, api }, urls)
  expect(settings.argv).toEqual(['/opt/{model}', '--url=http://127.0.0.1:1/v1', 'http://127.0.0.1:1'])
  expect(settings.environment).toEqual({
    URL: 'http://127.0.0.1:1/v1/chat',
    LEFT: '{other} large',
    TASK: 'http://127.0.0.1:2/v1/api/tasks/the task in the workspace',
    CONFIG: '{"models":{"large":{"limit":[1000,"10 tokens"]}},"on":true}',
  })
})
