import { isEvidence, isProgram, languageOf } from '../../../execution/test-changes/index.ts'
import { sentence } from '../sentences/index.ts'
import { probesOfDeceit } from '../tasks/rules/unshown.ts'
import type { ProbeResult } from '../tasks/contract/verdict.ts'

/**
 * Why probes did not look for what tests leave out of a change, as a sentence; undefined if they did. They read
 * JavaScript, TypeScript, Python and Go. The parts of a change have to be undone one by one, unless there is none that
 * can be.
 */
export const whyUnprobed = (
  probes: readonly ProbeResult[] = [],
  changed: readonly string[] = [],
): string | undefined => {
  const other = changed.find((path) => isProduct(path) && !probed.test(languageOf(path) ?? ''))
  if (other !== undefined) return sentence('probe_other_language', { path: other })
  const looking = probes.filter(({ name }) => !probesOfDeceit.includes(name))
  const hunks = looking.filter(({ name }) => name === 'hunks')
  const isEach = hunks.some(({ outcome, reason }) => outcome === 'ran' || reason === sentence('probe_no_hunk'))
  if (isEach && looking.some(({ outcome }) => outcome === 'ran')) return undefined
  return (isEach ? looking : [...hunks, ...probes])[0]?.reason ?? sentence('probe_no_runner')
}

const probed = /^(?:javascript|python|go)$/
const isProduct = (path: string) => (isProgram(path) || /[.](?:sh|bash)$/.test(path)) && !isEvidence(path)
