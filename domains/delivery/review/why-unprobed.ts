import { sentence } from '../sentences/index.ts'
import { probesOfDeceit } from '../tasks/rules/unshown.ts'
import type { ProbeResult } from '../tasks/index.ts'

/**
 * Why probes did not look for what tests leave out of a change, as a sentence; undefined if they did. The parts of a
 * change have to be undone one by one, unless there is none that can be.
 */
export const whyUnprobed = (probes: readonly ProbeResult[] = []): string | undefined => {
  const looking = probes.filter(({ name }) => !probesOfDeceit.includes(name))
  const hunks = looking.filter(({ name }) => name === 'hunks')
  const isEach = hunks.some(({ outcome, reason }) => outcome === 'ran' || reason === sentence('probe_no_hunk'))
  if (isEach && looking.some(({ outcome }) => outcome === 'ran')) return undefined
  return (isEach ? looking : [...hunks, ...probes])[0]?.reason ?? sentence('probe_no_runner')
}
