import { applyPatchTool } from './apply-patch.ts'
import { dependenciesTool } from './dependencies.ts'
import { editTool } from './edit.ts'
import { findTool } from './find.ts'
import { giveUpTool } from './give-up.ts'
import { listTool } from './list.ts'
import { planTool } from './plan.ts'
import { openProcesses } from './processes.ts'
import { readTool } from './read.ts'
import { runTool } from './run.ts'
import { searchTool } from './search.ts'
import type { Tool, Workshop } from './tool.ts'
import { writeTool } from './write.ts'

export type { Tool, Workshop } from './tool.ts'

/**
 * The tools of the native harness. Every result is a text; one that starts with `Error:`, `Stopped` or an exit code
 * other than 0 tells of a failure. Results hold no times, so that a repeated step sends the same conversation again.
 */
export const openTools = (shop: Workshop): { readonly tools: Readonly<Record<string, Tool>>; close(): void } => {
  const processes = openProcesses(shop)
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
    plan: planTool(shop),
    give_up: giveUpTool(),
  }
  return { tools, close: processes.close }
}
