import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The agents with settings on the page, and their packages. They are only for soaks: OpenCode’s has 185 MB. */
const packages = {
  OpenCode: { name: 'opencode-linux-x64-baseline@1.18.33', program: 'opencode-linux-x64-baseline/bin/opencode' },
  'Claude Agent': { name: '@agentclientprotocol/claude-agent-acp@0.101.0', program: '.bin/claude-agent-acp' },
  Codex: { name: '@zed-industries/codex-acp@0.16.0', program: '.bin/codex-acp' },
  'Qwen Code': { name: '@qwen-code/qwen-code@0.24.4', program: '.bin/qwen' },
} as const

export type InstalledAgent = keyof typeof packages

/** An agent in a folder of its own, as an operator would install it. */
interface Installed {
  /** Names it as `runtime-1`. */
  readonly settings: { readonly ATELIER_AGENTS_FILE: string }
  remove(): Promise<void>
}

export const installAgent = async (agent: InstalledAgent): Promise<Installed> => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { name } = packages[agent]
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', name], { cwd: folder })
    return { settings: { ATELIER_AGENTS_FILE: await agentsIn(folder, agent) }, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The operator's file as the page has it, with the program where it is here. */
const agentsIn = async (folder: string, agent: InstalledAgent) => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/agents-by-acp.md'), 'utf8')
  const blocks = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, text]) => JSON.parse(text!) as object)
  const settings = blocks
    .flatMap((block) => Object.values(block) as { name: string }[])
    .find(({ name }) => name === agent)
  const program = join(folder, 'node_modules', packages[agent].program)
  const file = join(folder, 'agents.json')
  await writeFile(file, JSON.stringify({ 'runtime-1': { ...settings, program, folder } }))
  return file
}
