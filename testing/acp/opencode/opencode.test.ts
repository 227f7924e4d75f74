import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { getCycleTranscript, getCycleUsage } from '../../../domains/delivery/cycles/contract.ts'
import { setProjectHarness } from '../../../domains/delivery/models/contract.ts'
import { library, mergeUnverified, propose, runCycle } from '../../delivery.ts'
import { bundleOf, importProject } from '../../repository.ts'
import { scene } from '../../scene.ts'
import { modelSettings } from '../../scripted.ts'
import { testServer } from '../../server.ts'
import { isSoak } from '../../soak.ts'
import { whenOver } from '../../when-over.ts'
import { opencodeProvider } from './provider.ts'

/** The program in a folder of its own, as an operator would install it: 185 MB from the registry. */
const installed = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'opencode-'))
  whenOver(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(join(import.meta.dirname, name), join(folder, name))
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  return folder
}

/** The operator's file as the page has it, with the program where it is here. */
const agentsIn = async (folder: string) => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/agents-by-acp.md'), 'utf8')
  const [, example = ''] = /```json\n([^]*?)```/.exec(page) ?? []
  const { 'runtime-1': agent } = JSON.parse(example) as { 'runtime-1': object }
  const program = join(folder, 'node_modules/opencode-linux-x64-baseline/bin/opencode')
  const file = join(folder, 'agents.json')
  await writeFile(file, JSON.stringify({ 'runtime-1': { ...agent, program, folder } }))
  return file
}

test.runIf(isSoak && process.arch === 'x64')(
  'OpenCode carries a task out offline, by the settings of the page',
  async () => {
    const provider = await opencodeProvider(
      { toolCalls: [{ name: 'write', input: { filePath: '/worktree/NOTES.md', content: 'Notes\n' } }] },
      { text: 'Write the notes' },
    )
    const server = await testServer({
      ...modelSettings(provider.baseUrl, 'key-of-the-model'),
      ATELIER_AGENTS_FILE: await agentsIn(await installed()),
    })
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
