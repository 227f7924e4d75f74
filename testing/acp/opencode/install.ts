import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** OpenCode in a folder of its own, as an operator would install it: 185 MB from the registry. */
export interface OpenCode {
  /** Names it as `runtime-1`. */
  readonly settings: { readonly ATELIER_AGENTS_FILE: string }
  remove(): Promise<void>
}

export const installOpenCode = async (): Promise<OpenCode> => {
  const folder = await mkdtemp(join(tmpdir(), 'opencode-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    for (const name of ['package.json', 'package-lock.json'])
      await copyFile(join(import.meta.dirname, name), join(folder, name))
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
    return { settings: { ATELIER_AGENTS_FILE: await agentsIn(folder) }, remove }
  } catch (error) {
    await remove()
    throw error
  }
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
