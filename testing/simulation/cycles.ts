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
  /** Whether somebody stops it amid its run. */
  readonly isStopped: boolean
}

/** A cycle of one to four tasks: some need others, some conflict, ask people, fail or cost more than they may. */
export const randomCycle = (chance: Chance, number: number): RandomCycle => {
  const count = 1 + chance.below(4)
  const tasks = Array.from({ length: count }, (_none, at) => ({
    title: `Task ${number}.${at + 1}`,
    description: blocksOf(chance, `${number}-${at + 1}`)
      .map(formatBlock)
      .join('\n'),
    needs: Array.from({ length: at }, (_other, needed) => needed).filter(() => chance.is(0.3)),
  }))
  return { tasks, isStopped: chance.is(0.08) }
}

const blocksOf = (chance: Chance, name: string): Block[] => [
  { kind: 'file', path: `task-${name}.txt`, content: `${name}\n` },
  ...(chance.is(0.3) ? [{ kind: 'file' as const, path: 'shared.txt', content: `${name}\n` }] : []),
  ...(chance.is(0.15) ? [{ kind: 'question' as const, question: `May ${name} go on?` }] : []),
  ...(chance.is(0.2) ? [{ kind: 'run' as const, command: 'sleep 1' }] : []),
  ...(chance.is(0.08) ? [{ kind: 'run' as const, command: 'false' }] : []),
  ...(chance.is(0.08) ? Array.from({ length: 12 }, () => ({ kind: 'run' as const, command: 'seq 1000' })) : []),
]
