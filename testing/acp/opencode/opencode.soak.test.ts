import { expect, test } from 'vitest'
import { getCycleTranscript, getCycleUsage } from '../../../domains/delivery/runs/contract.ts'
import { setProjectHarness } from '../../../domains/agents/models/contract.ts'
import { library, mergeUnverified, propose, runCycle } from '../../delivery.ts'
import { bundleOf, importProject } from '../../repository.ts'
import { scene } from '../../scene.ts'
import { modelSettings } from '../../scripted-turns.ts'
import { testServer } from '../../server.ts'
import { afterTest } from '../../after-test.ts'
import { installOpenCode } from './install.ts'
import { opencodeProvider } from './provider.ts'

test.runIf(process.arch === 'x64')(
  'OpenCode carries a task out offline, by the settings of the page',
  async () => {
    const provider = await opencodeProvider(
      { toolCalls: [{ name: 'write', input: { filePath: '/worktree/NOTES.md', content: 'Notes\n' } }] },
      { text: 'Write the notes' },
    )
    const opencode = await installOpenCode()
    afterTest(opencode.remove)
    const server = await testServer({ ...modelSettings(provider.baseUrl, 'key-of-the-model'), ...opencode.settings })
    const { owner } = await scene(server)
    const { projectId } = await importProject(owner, await bundleOf(library))
    await mergeUnverified(owner, projectId)
    await owner.call(setProjectHarness, { projectId, body: { harness: 'runtime-1' } })
    const { cycle } = await runCycle(owner, await propose(owner, projectId, 'Add a file of notes.'))
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    expect(
      provider.seen.some(({ tools = [] }) => tools.some((tool) => tool.function.name.includes('dependencies'))),
    ).toBe(true)
    const steps = (await owner.call(getCycleTranscript, { id: cycle.id })).body as readonly { kind: string }[]
    for (const kind of ['message', 'tool_call', 'tool_result', 'usage', 'finished'])
      expect(steps.map((step) => step.kind)).toContain(kind)
    const usage = (await owner.call(getCycleUsage, { id: cycle.id })).body as { calls: number }
    expect(usage.calls).toBe(provider.seen.length)
  },
  600_000,
)
