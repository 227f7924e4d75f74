import { requestOf, requestWords } from '../../../execution/test-changes/request.ts'

interface CheckedChange {
  readonly request: string
  /** Whether the change brings tests, and each of them passes without it as well. */
  readonly hasIdleTests: boolean
  readonly onlyProse: boolean
}

/** Why a change is checked and not proved, in a sentence. A fix, a feature or tests are requested to be shown by a test. */
export const whyOnlyChecked = ({ request, hasIdleTests, onlyProse }: CheckedChange): string => {
  if (onlyProse) return 'Only documentation or comments changed, and what passed before still passes.'
  const requested = requestedKind(request)
  const shows = hasIdleTests
    ? 'each of its new tests passes without the change as well'
    : 'no test fails without the change and passes with it'
  if (requested === undefined) return `What passed before still passes, and ${shows}.`
  return `The request asks for ${requested}, and ${shows}: no test shows that the request is met.`
}

/** What a request asks for that a test can show; undefined for a refactoring, a new name or newer packages. */
const requestedKind = (request: string): 'a fix' | 'tests' | 'a feature' | undefined => {
  const { asks } = requestOf(request)
  if (asks(requestWords.mend)) return 'a fix'
  if (asks(writing, requestWords.tests)) return 'tests'
  return asks(adding) && !asks(rearranging) ? 'a feature' : undefined
}

const writing = /\b(?:add|writ|creat|extend|cover|more|missing)/i
const adding = /\b(?:add|implement|introduc|creat|support|extend|provid|offer|let|allow|enabl|show|accept|new feature)/i
const rearranging =
  /\b(?:refactor|renam|reorgani[sz]|restructur|clean(?:s|ed|ing)? ?up|tid(?:y|ies)|simplif|move|extract|inline|upgrad|bump|(?:updat\w*|newer) (?:the )?(?:dependenc|packages?|versions?))/i
