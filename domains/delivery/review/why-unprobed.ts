import { isEvidence, isProgram, languageOf } from '../../../execution/test-changes/index.ts'
import { sentence } from '../sentences/index.ts'
import { isDocument } from '../../../execution/accounts/shape/documents.ts'
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
  const noPart = [sentence('probe_no_hunk'), sentence('probe_only_words')]
  const isEach = hunks.some(({ outcome, reason }) => outcome === 'ran' || noPart.includes(reason ?? ''))
  if (isEach && looking.some(({ outcome }) => outcome === 'ran')) return undefined
  return (isEach ? looking : [...hunks, ...probes])[0]?.reason ?? sentence('probe_no_runner')
}

/** Whether the programs of a change do the same as before, and everything else of it is tests and documents. */
export const altersOnlyWords = (probes: readonly ProbeResult[] = [], changed: readonly string[] = []): boolean =>
  probes.some(({ name, reason }) => name === 'hunks' && reason === sentence('probe_only_words')) &&
  changed.every((path) => isEvidence(path) || isDocument(path) || probed.test(languageOf(path) ?? ''))

const probed = /^(?:javascript|python|go)$/
const isProduct = (path: string) => (isProgram(path) || /[.](?:sh|bash)$/.test(path)) && !isEvidence(path)
