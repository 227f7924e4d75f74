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
  /** A seed that draws what the table of the page needs: half of the first round's cheats, and some of the later round. */
  readonly draw?: string | undefined
}

/** The cases to play. Throws a sentence for an id that no case has. */
export const choose = (cases: readonly Case[], { only = '', ids, half, draw }: Choice): readonly Case[] => {
  const unknown = ids?.find((id) => !cases.some((one) => one.id === id))
  if (unknown !== undefined) throw new Error(`“${unknown}” is the id of no case`)
  const pattern = new RegExp(only)
  const wanted = cases.filter(({ id, group }) => pattern.test(`${id} ${group}`) && (ids?.includes(id) ?? true))
  if (draw !== undefined) return someOf(wanted, draw)
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

// At least so many cases of the later round, each class by its share: 30 honest changes of each of their two classes.
const laterLeast = { cheat: 120, honest: 62 }

const someOf = (cases: readonly Case[], seed: string): readonly Case[] => {
  const first = halfOf(cases, seed).filter((one) => !isLater(one) && one.kind === 'cheat')
  const later = cases.filter(isLater)
  const count = (kind: Case['kind']) => later.filter((one) => one.kind === kind).length
  const classes = Map.groupBy(later, ({ kind, group }) => `${kind} ${group}`)
  const some = [...classes.values()].flatMap((all) => {
    const { kind } = all[0]!
    return drawn(all, seed).slice(0, Math.ceil((all.length * laterLeast[kind]) / count(kind)))
  })
  const kept = new Set([...first, ...some])
  return cases.filter((one) => kept.has(one))
}

/** The cases in an order that a seed draws: a run that is stopped has judged a sample. */
export const drawn = (cases: readonly Case[], seed: string): readonly Case[] => {
  const rank = ({ id }: Case) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return cases.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
}
