import { type CommandEnd, runGit } from '../command.ts'
import type { Workshop } from '../tools/tool.ts'

export type StateGit = ReturnType<typeof gitOver>

/** Git over the worktree with the folder of the states as its own, despite the agent's settings. */
export const gitOver =
  (shop: Workshop, folder: string) =>
  (
    options: readonly string[],
    { input, environment }: { readonly input?: string; readonly environment?: Readonly<Record<string, string>> } = {},
  ): Promise<CommandEnd> =>
    runGit(shop, options, {
      environment: { GIT_DIR: folder, GIT_WORK_TREE: shop.root, GIT_LITERAL_PATHSPECS: '1', ...environment },
      ...(input !== undefined && { input }),
    })

/** Git's output; undefined if it failed. */
export const textOf = async (end: Promise<CommandEnd>) => {
  const { exitCode, output } = await end
  return exitCode === 0 ? output.trim() : undefined
}
