import { resolvePath } from '../path.ts'
import type { States } from '../states/states.ts'
import { countField, pathField, tool, type Workshop } from './tool.ts'

const statesShown = 30
const filesShown = 50

/** Restores files that a command destroyed. */
export const restoreTool = ({ root }: Workshop, states: States) =>
  tool<{ state?: number; path?: string }>(
    'Bring files back to how they were earlier in this run, after a command that destroyed work for instance. Without a state, it lists the states that are kept: one before each command and after each step. Files that git ignores are in none.',
    {
      state: { ...countField, description: 'The number of a state', aliases: ['id', 'step', 'to'] },
      path: { ...pathField, description: 'A file or folder; everything where it is left out' },
    },
    async ({ state, path }) => {
      if (state === undefined) return listOf(await states.list())
      const place = path === undefined ? undefined : (await resolvePath(root, path)).shown
      const { differences, before } = await states.bringBack(state, place === '.' ? undefined : place)
      if (differences.length === 0) return `Nothing differs from state ${state}.`
      const lines = differences.slice(0, filesShown).map(({ kind, path: file }) => `${words[kind] ?? kind} ${file}`)
      const more = differences.length > filesShown ? [`[and ${differences.length - filesShown} more files]`] : []
      const end = `How it was before that is state ${before.id}.`
      return [`State ${state} is back.`, ...lines, ...more, end].join('\n')
    },
  )

const words: Readonly<Record<string, string>> = {
  A: 'brought back',
  M: 'changed back',
  T: 'changed back',
  D: 'removed',
}

const listOf = (states: Awaited<ReturnType<States['list']>>) =>
  states
    .slice(-statesShown)
    .map(({ id, after }, at, all) => `${id}, after ${after}${at === all.length - 1 ? ' (as it is now)' : ''}`)
    .join('\n')
