import { requestOf, requestWords } from '../../../execution/test-changes/request.ts'
import { sentence } from '../sentences/index.ts'

interface CheckedChange {
  readonly request: string
  /** Whether the change brings tests, and each of them passes without it as well. */
  readonly hasIdleTests: boolean
  readonly onlyProse: boolean
}

/** Why a change is checked and not proved, in a sentence. A fix, a feature or tests are requested to be shown by a test. */
export const whyOnlyChecked = ({ request, hasIdleTests, onlyProse }: CheckedChange): string => {
  if (onlyProse) return sentence('change_only_prose')
  const requested = requestedKind(request)
  if (requested === undefined) return sentence(hasIdleTests ? 'checked_each_new_test' : 'checked_no_test')
  return sentence(hasIdleTests ? `request_unmet_by_${requested}_idle` : `request_unmet_by_${requested}`)
}

/** What a request asks for that a test can show; undefined for a refactoring, a new name or newer packages. */
const requestedKind = (request: string): 'fix' | 'tests' | 'feature' | undefined => {
  const { asks } = requestOf(request)
  if (asks(requestWords.mend)) return 'fix'
  if (asks(writing, requestWords.tests)) return 'tests'
  return asks(adding) && !asks(rearranging) ? 'feature' : undefined
}

const writing = /\b(?:add|writ|creat|extend|cover|more|missing)/i
const adding = /\b(?:add|implement|introduc|creat|support|extend|provid|offer|let|allow|enabl|show|accept|new feature)/i
const rearranging =
  /\b(?:refactor|renam|reorgani[sz]|restructur|clean(?:s|ed|ing)? ?up|tid(?:y|ies)|simplif|move|extract|inline|upgrad|bump|(?:updat\w*|newer) (?:the )?(?:dependenc|packages?|versions?))/i
