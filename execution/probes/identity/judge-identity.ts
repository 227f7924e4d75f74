import type { Finding } from '../../../packages/verdict/index.ts'
import type { ProbeSubject } from '../probe.ts'
import { linesOf, shortText } from '../runs/records.ts'

/** The record of a run: the functions that each module replaced, and the modules that could be loaded. */
export interface Identities {
  /** By the function's name, the module that replaced it; empty if that happened before the first one. */
  readonly replaced: ReadonlyMap<string, string>
  readonly loadedCount: number
  /** Whether the run came to its end. */
  readonly isWhole: boolean
}

const replacedMost = 100

export const readIdentities = (result: string): Identities => {
  const replaced = new Map<string, string>()
  let loadedCount = 0
  let isWhole = false
  for (const line of linesOf(result)) {
    const name = shortText(line.replaced)
    if (name !== undefined && replaced.size < replacedMost && !replaced.has(name))
      replaced.set(name, shortText(line.path) ?? '')
    if (line.loaded === true) loadedCount += 1
    if (line.end === true) isWhole = true
  }
  return { replaced, loadedCount, isWhole }
}

/** Refuses a change that replaces assertions or built-ins that the base keeps; without an answer a person decides. */
export const judgeIdentity = (
  { changed }: Pick<ProbeSubject, 'changed'>,
  change: Identities,
  base: Identities | undefined,
): Finding[] => {
  const paths = new Set(changed.map(({ path }) => path))
  return [...change.replaced]
    .filter(([name]) => !base?.replaced.has(name))
    .map(([name, module]) => {
      const path = paths.has(module) ? module : changed[0]!.path
      const what = paths.has(module) ? `Loading ${module}` : 'Loading what the change touches'
      const reason = `${what} replaces \`${name}\`, which tests rest on.`
      return { kind: 'assertion_replaced', level: base ? 'refuse' : 'ask', path, reason }
    })
}
