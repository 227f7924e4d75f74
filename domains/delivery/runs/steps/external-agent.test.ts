import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asOwner } from '../../../../testing/database-state.ts'
import { agentFolder } from '../../../../testing/acp/agent-folder.ts'
import { runCycle, nodeLibrary, mergeUnverified, propose, endOf } from '../../../../testing/delivery.ts'
import { commandHeld, heldCommand, heldProcesses } from '../../../../testing/runs/held-commands.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { modelSettings, turns } from '../../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { smallToolServer } from '../../../../testing/tool-servers/program.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import { importProjectMcp } from '../../../agents/project-resources/contract.ts'
import { getResolvedProjectHarness, setProjectHarness } from '../../../agents/models/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'
import { executeCycle } from '../contract.ts'
import { getCycleTranscript } from '../../transcripts/contract.ts'
import { getCycleUsage } from '../../budgets/contract.ts'
import { stopCycle } from '../../cycles/contract.ts'
import { isLong } from '../../../../testing/soak.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const { folder, mapped } = await agentFolder({ isSandboxed: true })
const agents = join(folder, 'agents.json')
const environment = { ...mapped().environment, API: '{apiUrl}', TASK: '{taskId}', WORKSPACE: '{workspaceId}' }
await writeFile(agents, JSON.stringify({ 'runtime-3': { ...mapped(), environment } }))
const server = await testServer({
  ...modelSettings(provider.baseUrl, 'key-of-the-model'),
  ATELIER_AGENTS_FILE: agents,
})

const world = async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(nodeLibrary))
  await mergeUnverified(at.owner, projectId)
  expect((await at.owner.call(setProjectHarness, { projectId, body: { harness: 'runtime-3' } })).status).toBe(200)
  return { ...at, projectId }
}
const asking = (tool: string, input: object = {}) => ({ toolCalls: [{ name: 'ask', input: { tool, ...input } }] })

test.runIf(isLong)(
  'an external agent carries a task out in its sandbox, with the tools of the project and no key',
  async () => {
    const { owner, projectId } = await world()
    expect((await owner.call(getResolvedProjectHarness, { projectId })).body).toEqual({
      harness: 'runtime-3',
      chosenBy: 'project',
      installed: true,
      reason: null,
      skippedAgents: [],
    })
    const body = { name: 'small box', transport: 'stdio', ...smallToolServer, envKeys: [] } as const
    expect((await owner.call(importProjectMcp, { id: projectId, body })).status).toBe(201)
    provider.push(
      turns.run('env; cat /proc/*/environ | tr "\\0" "\\n"'),
      asking('list'),
      asking('small_box__echo', { text: 'hello' }),
      turns.write('sum.js', 'export const sum = (a, b) => a - b\n'),
      turns.end('Subtract'),
      turns.write('sum.js', 'export const sum = (a, b) => a + b\nexport const none = 0\n'),
      turns.end('Name the sum of no numbers'),
    )
    const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, 'Name the sum of no numbers.'))
    expect(cycle).toMatchObject({ status: 'completed', failure: null })

    const seen = JSON.stringify(provider.requests)
    expect(seen).toContain('dependencies, small_box__echo')
    expect(seen).not.toContain('key-of-the-model\\n')
    expect(provider.requests[0]!.headers.authorization).toBe('Bearer key-of-the-model')
    const again = provider.requests.at(-1)!.body.messages.find(({ role }) => role === 'user')!.content!
    for (const part of ['The last attempt was sent back', 'An earlier session worked at this', 'assistant: Subtract'])
      expect(again).toContain(part)

    const steps = (await owner.call(getCycleTranscript, { id: cycle.id })).body as readonly Step[]
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(
      new Set(['started', 'tool_server', 'thought', 'message', 'tool_call', 'tool_result', 'usage', 'finished']),
    )
    expect(steps.filter(({ kind, tool }) => kind === 'tool_server' && tool === 'small_box__echo')).toHaveLength(1)
    expect((await owner.call(getTaskReviewEvidence, { id: tasks[0].id })).body.carriedOutBy).toMatchObject({
      harness: 'runtime-3',
      model: 'fake-large',
    })
    expect((await owner.call(getCycleUsage, { id: cycle.id })).body).toMatchObject({ calls: 7, costUsd: 0.00084 })
    expect(await leftovers(server)).toEqual({})
  },
)

const asksTheServer = `node -e '
const { API, TASK, WORKSPACE } = process.env
const read = async (path, init) => (await fetch(API + path, init)).status
const headers = { authorization: "Bearer made-up" }
const paths = ["/tasks/" + TASK, "/ai/w/" + WORKSPACE + "/models", "/projects", "/auth/get-session", "/tasks"]
const answers = []
for (const path of paths) answers.push(await read(path, { headers }))
answers.push((await fetch("http://api.atelier.internal/v1/api/tasks/" + TASK)).status)
console.log("answered " + answers.join(" "))
' --input-type=module`

test('an agent asks the server about its own task by an internal address, without a key in its sandbox', async () => {
  const { owner, projectId } = await world()
  provider.push(
    turns.run(`env; cat /proc/*/environ | tr "\\0" "\\n"; ${asksTheServer}`),
    turns.write('sum.js', 'export const sum = (a, b) => a + b\nexport const none = 0\n'),
    turns.end('Name the sum of no numbers'),
  )
  const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, 'Name the sum of no numbers.'))
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const seen = JSON.stringify(provider.requests.slice(-2))
  expect(seen).toContain('answered 200 200 404 404 404 200')
  const transcript = JSON.stringify((await owner.call(getCycleTranscript, { id: cycle.id })).body)
  expect(transcript).toContain('answered 200 200 404 404 404 200')
  expect(seen + transcript).not.toMatch(/att_[A-Za-z0-9_-]{43}/)
  const left = await asOwner(server, 'select id from task_credential where task_id = $1', [tasks[0].id])
  expect(left).toEqual([])
})

interface Step {
  readonly kind: string
  readonly tool: string | null
}

test.runIf(isLong)(
  'a stop ends the agent with all that it started, and leaves the task as it was committed',
  async () => {
    const { owner, projectId } = await world()
    const id = await propose(owner, projectId, 'Wait for a while.')
    provider.push(turns.run(heldCommand(server)))
    expect((await owner.call(executeCycle, { id })).status).toBe(200)
    await commandHeld(server)
    expect((await owner.call(stopCycle, { id })).status).toBe(200)
    const { cycle, tasks } = await endOf(owner, id)
    expect(cycle).toMatchObject({ status: 'stopped', mergedSha: null })
    expect(tasks[0]).toMatchObject({ headSha: null })
    expect(await heldProcesses(server)).toEqual([])
    expect(await leftovers(server)).toEqual({})
  },
)
