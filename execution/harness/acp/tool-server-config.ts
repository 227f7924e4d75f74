import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { McpServer } from '@agentclientprotocol/sdk'
import type { HarnessDesktop } from '../job.ts'
import type { Workshop } from '../native/tools/index.ts'
import type { ToolsGiven } from './tools-given.ts'

const passed = ['PATH', 'HOME', 'TMPDIR', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy', 'NODE_USE_ENV_PROXY']

/**
 * The tool server of an agent's session: a program that the agent starts itself, in the same sandbox, as every agent
 * can. It offers what the native harness has and agents of their own have not. The environment is given in full, since
 * agents do not hand on theirs.
 */
export const toolServerConfig = async (
  { root, scratch, limits, web, toolServers }: Workshop,
  desktop: HarnessDesktop | undefined,
): Promise<McpServer> => {
  const file = join(scratch, 'tools.json')
  const given: ToolsGiven = { root, scratch, limits, web, toolServers, desktop }
  await writeFile(file, JSON.stringify(given), { mode: 0o400 })
  const environment = passed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return {
    name: 'atelier',
    command: process.execPath,
    args: [join(import.meta.dirname, 'tools-program.ts'), file],
    env: environment,
  }
}
