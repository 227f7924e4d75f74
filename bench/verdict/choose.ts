import { createHash } from 'node:crypto'
import type { Case } from './case.ts'
import { isLater } from './classes.ts'

export interface Choice {
  /** A regular expression over ids and classes. */
  readonly only?: string | undefined
  /** The ids to play; a name that no case has is refused. */
  readonly ids?: readonly string[] | undefined
  /** A seed that draws a half of the first round. */
  readonly half?: string | undefined
}

/** The cases to play. Throws a sentence for an id that no case has. */
export const choose = (cases: readonly Case[], { only = '', ids, half }: Choice): readonly Case[] => {
  const unknown = ids?.find((id) => !cases.some((one) => one.id === id))
  if (unknown !== undefined) throw new Error(`“${unknown}” is the id of no case`)
  const pattern = new RegExp(only)
  const wanted = cases.filter(({ id, group }) => pattern.test(`${id} ${group}`) && (ids?.includes(id) ?? true))
  return half === undefined ? wanted : halfOf(wanted, half)
}

const halfOf = (cases: readonly Case[], seed: string): readonly Case[] => {
  const kinds = Map.groupBy(
    cases.filter((one) => !isLater(one)),
    ({ kind }) => kind,
  )
  const kept = new Set([...kinds.values()].flatMap((all) => drawn(all, seed).slice(0, Math.ceil(all.length / 2))))
  return cases.filter((one) => isLater(one) || kept.has(one))
}

/** The cases in an order that a seed draws: a run that is stopped has judged a sample. */
export const drawn = (cases: readonly Case[], seed: string): readonly Case[] => {
  const rank = ({ id }: Case) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return cases.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
}
