import { expect, test } from 'vitest'
import { getCycleTranscript } from '../../../domains/delivery/transcripts/contract.ts'
import { getCycleUsage } from '../../../domains/delivery/budgets/contract.ts'
import { setProjectHarness } from '../../../domains/agents/models/contract.ts'
import { library, mergeUnverified, propose, runCycle } from '../../delivery.ts'
import { bundleOf, importProject } from '../../repository.ts'
import { scene } from '../../scene.ts'
import { modelSettings } from '../../runs/scripted-turns.ts'
import { testServer } from '../../server.ts'
import { afterTest } from '../../after-test.ts'
import { installAgent, type InstalledAgent } from './install.ts'
import { agentProvider } from './provider.ts'

const file = '/worktree/NOTES.md'
const content = 'Notes\n'

interface Played {
  readonly agent: InstalledAgent
  readonly shape: 'chat' | 'messages' | 'responses'
  /** The call by which its model writes a file. */
  readonly write: { readonly name: string; readonly input: object }
}

const played: readonly Played[] = [
  { agent: 'OpenCode', shape: 'chat', write: { name: 'write', input: { filePath: file, content } } },
  { agent: 'Qwen Code', shape: 'chat', write: { name: 'write_file', input: { file_path: file, content } } },
  { agent: 'Claude Agent', shape: 'messages', write: { name: 'Write', input: { file_path: file, content } } },
  {
    agent: 'Codex',
    shape: 'responses',
    write: { name: 'exec_command', input: { cmd: `printf 'Notes\\n' >${file}` } },
  },
]

test.runIf(process.arch === 'x64').each(played)(
  '$agent carries a task out offline, by the settings of the page',
  async ({ agent, shape, write }) => {
    const provider = await agentProvider({ toolCalls: [write] }, { text: 'Write the notes' })
    const installed = await installAgent(agent)
    afterTest(installed.remove)
    const server = await testServer({
      ...modelSettings(provider.baseUrl, 'key-of-the-model'),
      ATELIER_MODEL_SHAPE: shape,
      ...installed.settings,
    })
    const { owner } = await scene(server)
    const { projectId } = await importProject(owner, await bundleOf(library))
    await mergeUnverified(owner, projectId)
    await owner.call(setProjectHarness, { projectId, body: { harness: 'runtime-1' } })
    const { cycle } = await runCycle(owner, await propose(owner, projectId, 'Add a file of notes.'))
    const steps = (await owner.call(getCycleTranscript, { id: cycle.id })).body as readonly { kind: string }[]
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    expect(provider.seen.some((asked) => JSON.stringify(asked).includes('dependencies'))).toBe(true)
    for (const kind of ['message', 'tool_call', 'tool_result', 'usage', 'finished'])
      expect(steps.map((step) => step.kind)).toContain(kind)
    const usage = (await owner.call(getCycleUsage, { id: cycle.id })).body as { calls: number }
    expect(usage.calls).toBe(provider.seen.length)
  },
  900_000,
)
