import { expect, test } from 'vitest'
import { library, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { columnsWith } from '../../../testing/texts/full-text.ts'
import { keptLog } from '../../../testing/runner/kept-log.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { startModelProvider, type Turn } from '../../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { modelSettings, turns } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { smallToolServer } from '../../../testing/tool-servers/program.ts'
import { remoteToolServer } from '../../../testing/tool-servers/remote.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { listProjectSecretsSyncLogs, upsertProjectSecretEntries } from '../../code/secrets/contract.ts'
import { importProjectMcp } from '../../agents/project-resources/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import { getCycleRunDiagnostics } from './contract.ts'
import { getCycleTranscript } from '../transcripts/contract.ts'

const secret = 'canary-of-the-tracker-7f21'
const provider = await startModelProvider()
afterTest(() => provider.close())
const remote = await remoteToolServer()
const log = keptLog()
const server = await testServer(
  { ...modelSettings(provider.baseUrl, 'key-of-the-model'), ATELIER_FETCH_PRIVATE_HOSTS: remote.host },
  log.logger,
)

interface Step {
  readonly kind: string
  readonly tool: string
  readonly ok: boolean
  readonly text: string
}

const call = (name: string, input: object): Turn => ({ toolCalls: [{ name, input }] })
const byHand = `node -e "fetch('http://tools.atelier.internal/', { method: 'POST', body: JSON.stringify({ tool: 'small_box__echo', input: { text: 'by hand' } }) }).then((answer) => answer.text()).then(console.log)"`
const spying =
  'env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr "\\0" "\\n"; ls -R /home /tmp 2>/dev/null; true'

const given: readonly object[] = [
  { name: 'small box', transport: 'stdio', ...smallToolServer, envKeys: ['TRACKER_TOKEN'] },
  { name: 'far', transport: 'http', url: remote.url('/mcp'), headers: { authorization: 'Bearer ${TRACKER_TOKEN}' } },
  { name: 'lost', transport: 'http', url: remote.url('/mcp'), headers: { authorization: '${NO_SUCH_SECRET}' } },
  { name: 'none', transport: 'stdio', command: 'no-such-program' },
]

const script = [
  call('small_box__echo', { text: 'hello' }),
  call('small_box__variable', { name: 'TRACKER_TOKEN' }),
  call('small_box__fail', {}),
  call('far__shout', { text: 'hello' }),
  call('far__shout', ['no object']),
  turns.run(byHand),
  turns.run(spying),
  call('small_box__end', {}),
  turns.write('NOTES.md', 'Notes\n'),
  turns.end('Wrote the notes.'),
]

/** A project with these servers, whose agent has carried out the script. */
const world = async () => {
  const at = await scene(server)
  const { owner } = at
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId)
  const entries = [{ key: 'TRACKER_TOKEN', source: '.env', value: secret }]
  await owner.call(upsertProjectSecretEntries, { projectId, body: { entries } })
  for (const body of given)
    expect(await owner.call(importProjectMcp, { id: projectId, body })).toMatchObject({ status: 201 })
  provider.push(...script)
  const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, 'Add a file of notes.'))
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  return { ...at, projectId, cycle, taskId: tasks[0].id as string }
}

/** The model's tools and texts, and the answers to its calls. */
const seenByModel = () => {
  const { messages, tools } = provider.requests.at(-1)!.body
  const names = (tools as { function: { name: string } }[]).map((tool) => tool.function.name)
  return {
    offered: names.filter((name) => name.includes('__')),
    answers: messages.flatMap(({ role, content }) => (role === 'tool' ? [content!] : [])),
    prompt: messages[0]!.content!,
  }
}

test('an agent uses the tools of its project’s servers, and none of their secrets', async () => {
  const { owner, rows, client, clientId, grant, projectId, cycle, taskId: id } = await world()
  const { offered, answers, prompt } = seenByModel()
  expect(offered).toEqual([
    'far__shout',
    'far__break',
    'small_box__echo',
    'small_box__variable',
    'small_box__fail',
    'small_box__wait',
    'small_box__end',
  ])
  expect(answers.slice(0, 5)).toEqual([
    'hello',
    '[secret]',
    'Error: It failed.',
    'HELLO',
    'Error: The input has to be an object with the fields that the tool names.',
  ])
  expect(answers[5]).toContain('{"ok":true,"text":"by hand"}')
  expect(answers[7]).toBe('Error: The program ended with exit code 3. It said: I am tired.')
  expect(prompt).toContain('- far: far__shout, far__break\n')
  expect(prompt).toContain('- lost: not available in this run. Not run: the secret NO_SUCH_SECRET is not stored')
  expect(prompt).toMatch(/- none: not available in this run\. The program was not found/)
  expect(new Set(remote.heard.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${secret}`]))

  const steps = (await owner.call(getCycleTranscript, { id: cycle.id })).body as readonly Step[]
  expect(steps.filter(({ kind }) => kind === 'tool_server').map(({ tool, ok, text }) => [tool, ok, text])).toEqual([
    ['far', true, 'Started with 2 tools.'],
    ['lost', false, 'Not run: the secret NO_SUCH_SECRET is not stored for this project.'],
    ['none', false, expect.stringMatching(/^The program was not found/)],
    ['small box', true, 'Started with 5 tools.'],
    ['small_box__echo', true, 'hello'],
    ['small_box__variable', true, '[secret]'],
    ['small_box__fail', false, 'It failed.'],
    ['far__shout', true, 'HELLO'],
    ['small_box__echo', true, 'by hand'],
    ['small_box__end', false, 'The program ended with exit code 3. It said: I am tired.'],
  ])
  const toolServers = ['far', 'lost', 'none', 'small box'].map((name) => ({
    name,
    configSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  }))
  expect((await owner.call(getTaskReviewEvidence, { id })).body).toMatchObject({ toolServers })
  expect((await owner.call(getCycleRunDiagnostics, { id: cycle.id })).body).toMatchObject({ toolServers })
  await grant(projectId, clientId, 'view')
  expect((await client.call(getTaskReviewEvidence, { id })).body.toolServers).toEqual([])
  const pushed = (await owner.call(listProjectSecretsSyncLogs, { projectId })).body as readonly {
    secretCount: number
  }[]
  expect(pushed.map(({ secretCount }) => secretCount).sort()).toEqual([0, 1, 1])

  expect(await columnsWith(server, [secret])).toEqual([])
  expect(JSON.stringify([provider.requests, log.said()])).not.toContain(secret)
  expect((await rows('run_tool_server')).map(({ config }) => config)).toEqual([null, null, null, null])
  expect(await leftovers(server)).toEqual({})
})
