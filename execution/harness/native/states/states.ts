import { join } from 'node:path'
import { ToolRefusal } from '../refusal.ts'
import { shownLine } from '../text.ts'
import type { Workshop } from '../tools/tool.ts'
import { openStateRepository, type StateRepository } from './repository.ts'

/** How the files of the worktree were at one time. */
export interface State {
  readonly id: number
  readonly tree: string
  /** The cause, for the agent. */
  readonly after: string
}

const takenMostBytes = 2 ** 30
const namedMost = 5

/**
 * Keeps the files as they were before each command and after each step, so that nothing is lost that a command
 * destroys: every file that git does not ignore, up to the limit of a commit. Beyond 1 GiB of files taken, it starts
 * over.
 */
export const openStates = (shop: Workshop) => {
  const keeper = openKeeper(shop)
  const found = async () =>
    (await keeper.keep()) ?? refuse('The files could not be looked at: there is no state to go back to.')
  let patch: { readonly tree: string; readonly packed: string | undefined } | undefined
  return {
    /** Says that files may have changed by a call. */
    touched: keeper.touched,
    /** Stores the files as they are now, if they may have changed; a failure stops no agent. */
    keep: async (): Promise<void> => {
      await keeper.keep()
    },
    list: async (): Promise<readonly State[]> => {
      await found()
      return keeper.states()
    },
    /** The difference from the commit now, packed; undefined if it is unknown or too large. */
    packedPatch: async (): Promise<string | undefined> => {
      const at = await keeper.keep()
      if (!at) return undefined
      const { tree } = keeper.states().at(-1)!
      if (patch?.tree !== tree) patch = { tree, packed: await at.packedPatch(tree) }
      return patch.packed
    },
    /** Whether files differ from the commit now; true if that is unknown. */
    haveChanged: async (): Promise<boolean> => {
      const at = await keeper.keep()
      return at === undefined || keeper.states().at(-1)!.tree !== at.firstTree
    },
    /** Restores the files, or the files at a path; `before` is the state in which the files were. */
    bringBack: async (id: number, path: string | undefined) => {
      const at = await found()
      const wanted =
        keeper.states().find((state) => state.id === id) ??
        refuse(`There is no state ${id}: call without one to see them.`)
      const before = keeper.states().at(-1)!
      const tree = path === undefined ? wanted.tree : await at.withPath(wanted.tree, path)
      if (tree === undefined) return refuse(`The files of state ${id} could not be read.`)
      const differences = await at.differences(before.tree, tree)
      if (differences.length === 0) return { differences, before }
      const added = differences.filter(({ kind }) => kind === 'A').map((one) => one.path)
      const problem = await at.move(before.tree, tree, { added })
      if (problem !== undefined) return refuse(`Nothing was changed. ${shownLine(problem, 500)}`)
      keeper.note(tree, `bringing back ${path ?? 'everything'} from state ${id}`)
      return { differences, before }
    },
  }
}

/** The states themselves; the last one has the files as they were at the last look. */
const openKeeper = (shop: Workshop) => {
  const folder = shop.git?.states ?? join(shop.scratch, 'states.git')
  let repository: StateRepository | undefined
  let isOpened = false
  let isStale = true
  let calls: string[] = []
  let states: State[] = []
  let lastId = 0

  const note = (tree: string, after: string) => void states.push({ id: (lastId += 1), tree, after })
  const opened = async () => {
    if (isOpened && (repository?.takenBytes() ?? 0) <= takenMostBytes) return repository
    states = []
    isOpened = isStale = true
    repository = await openStateRepository(shop, folder)
    if (repository) note(repository.firstTree, 'the beginning: the commit of the task')
    return repository
  }
  return {
    note,
    states: (): readonly State[] => states,
    touched: (call: string) => {
      isStale = true
      calls.push(shownLine(call.replaceAll(/\s+/g, ' '), 120))
    },
    keep: async (): Promise<StateRepository | undefined> => {
      const at = await opened()
      if (!at || !isStale) return at
      const tree = await at.take()
      if (tree === undefined) return undefined
      isStale = false
      const after = calls.length > 0 ? listOf(calls) : 'what an earlier attempt had done'
      calls = []
      if (tree !== states.at(-1)?.tree) note(tree, after)
      return at
    },
  }
}

export type States = ReturnType<typeof openStates>

const listOf = (calls: readonly string[]) =>
  calls.length > namedMost
    ? `${calls.slice(-namedMost).join('; ')} and ${calls.length - namedMost} calls before`
    : calls.join('; ')

const refuse = (sentence: string): never => {
  throw new ToolRefusal(sentence)
}
