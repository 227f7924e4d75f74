import { type Block, formatBlock } from '../../execution/models/index.ts'
import type { Chance } from './chance.ts'

export interface RandomTask {
  readonly title: string
  readonly description: string
  /** Places of the tasks that it needs, each before its own. */
  readonly needs: readonly number[]
}

export interface RandomCycle {
  readonly tasks: readonly RandomTask[]
  /** Whether it is stopped amid its run. */
  readonly isStopped: boolean
}

/**
 * A cycle of one to four tasks: some need others, some conflict, ask people, fail or cost more than they may. No two
 * cycles have one name: writing existing text again makes no change.
 */
export const randomCycle = (chance: Chance, name: string): RandomCycle => {
  const count = 1 + chance.below(4)
  const tasks = Array.from({ length: count }, (_none, at) => ({
    title: `Task ${name}.${at + 1}`,
    description: blocksOf(chance, `${name}-${at + 1}`)
      .map(formatBlock)
      .join('\n'),
    needs: Array.from({ length: at }, (_other, needed) => needed).filter(() => chance.is(0.3)),
  }))
  return { tasks, isStopped: chance.is(0.08) }
}

/** The commands that let a task fail, and that make it cost more than it may where there are several. */
export const failingCommand = 'false'
export const costlyCommand = 'seq 1000'

const blocksOf = (chance: Chance, name: string): Block[] => [
  { kind: 'file', path: `task-${name}.txt`, content: `${name}\n` },
  ...(chance.is(0.3) ? [{ kind: 'file' as const, path: 'shared.txt', content: `${name}\n` }] : []),
  ...(chance.is(0.15) ? [{ kind: 'question' as const, question: `May ${name} go on?` }] : []),
  ...(chance.is(0.2) ? [{ kind: 'run' as const, command: 'sleep 1' }] : []),
  ...(chance.is(0.08) ? [{ kind: 'run' as const, command: failingCommand }] : []),
  ...(chance.is(0.08) ? Array.from({ length: 12 }, () => ({ kind: 'run' as const, command: costlyCommand })) : []),
]
