import { applyPatchTool } from './apply-patch.ts'
import { askPersonTool } from './ask-person.ts'
import { dependenciesTool } from './dependencies.ts'
import { desktopTools } from './desktop.ts'
import { editTool } from './edit.ts'
import { findTool } from './find.ts'
import { giveUpTool } from './give-up.ts'
import { listTool, readTool } from './read.ts'
import { planTool } from './plan.ts'
import { openProcesses } from './processes.ts'
import { restoreTool } from './restore.ts'
import { runTool } from './run.ts'
import { searchTool } from './search.ts'
import { openStates, type States } from '../states/states.ts'
import type { Tool, Workshop } from './tool.ts'
import { serverTools } from './server-tools.ts'
import { webTools } from './web.ts'
import { writeTool } from './write.ts'

export type { Tool, Workshop } from './tool.ts'

/**
 * The tools of the native harness. Every result is a text; a text that starts with `Error:`, `Stopped` or an exit code
 * other than 0 is a failure. Results hold no times, so that a repeated step sends the same conversation again.
 */
export const openTools = (shop: Workshop) => {
  const processes = openProcesses(shop)
  const states = openStates(shop)
  const tools = {
    read: readTool(shop),
    list: listTool(shop),
    find: findTool(shop),
    search: searchTool(shop),
    edit: editTool(shop),
    write: writeTool(shop),
    apply_patch: applyPatchTool(shop),
    run: runTool(shop),
    process: processes.tool,
    dependencies: dependenciesTool(shop),
    restore: restoreTool(shop, states),
    plan: planTool(shop),
    ...desktopTools(shop),
    ...webTools(shop),
    ...serverTools(shop, shop.toolServers ?? []),
    ...askPersonTool(shop),
    give_up: giveUpTool(),
  }
  const watched = Object.entries(tools).map(([name, tool]) => [
    name,
    watching(states, name, tool, processes.areRunning),
  ])
  return { tools: Object.fromEntries(watched) as Readonly<Record<string, Tool>>, states, close: processes.close }
}

const commands = new Set(['run', 'process', 'dependencies'])
const changing = new Set([...commands, 'edit', 'write', 'apply_patch'])

/**
 * Before a command the files are stored as they are; after any tool that may change files, they are looked at again.
 */
const watching = (states: States, name: string, tool: Tool, areProcessesRunning: () => boolean): Tool => ({
  ...tool,
  execute: async (input) => {
    if (areProcessesRunning()) states.touched('process')
    if (commands.has(name)) await states.keep()
    if (changing.has(name)) states.touched(callOf(name, input))
    return tool.execute(input)
  },
})

const callOf = (name: string, input: unknown): string => {
  const { command, path, file_path: filePath } = (input ?? {}) as Record<string, unknown>
  const [word] = [command, path, filePath].filter((one) => typeof one === 'string')
  return word === undefined ? name : `${name} ${word}`
}
