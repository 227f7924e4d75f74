import Type from 'typebox'
import { jsonWithin } from '../../../../packages/foreign-json/index.ts'
import { checkLater } from '../../../../platform/validation/check-later.ts'
import { safeLine } from '../../../agents/asking/index.ts'
import type { ModelReview } from '../../tasks/contract/verdict.ts'

/** A model's review of a change; a review without objections approves nothing: decisions/0039. */
type ReviewAnswer = Pick<ModelReview, 'outcome' | 'summary' | 'findings'>

const summaryMost = 1_000
const reasonMost = 1_000
const pathMost = 500
const findingsMost = 20

const isAnswer = checkLater(
  Type.Object({
    verdict: Type.Enum(['no_objection', 'ask', 'refuse']),
    summary: Type.String(),
    findings: Type.Array(
      Type.Object({
        path: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        line: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        reason: Type.String(),
      }),
      { maxItems: 1_000 },
    ),
  }),
)

/** Parses the answer of a reviewing model; undefined if it is malformed, or objects without a reason. */
export const readAnswer = (text: string): ReviewAnswer | undefined => {
  const value = jsonWithin(text)
  if (!isAnswer.Check(value)) return undefined
  const findings = value.findings.flatMap((finding) => toFinding(finding) ?? []).slice(0, findingsMost)
  const summary = safeLine(value.summary, summaryMost)
  if (value.verdict !== 'no_objection' && findings.length === 0 && summary === '') return undefined
  return { outcome: value.verdict, summary, findings }
}

const toFinding = (found: {
  readonly path?: string | null
  readonly line?: number | null
  readonly reason: string
}): ModelReview['findings'][number] | undefined => {
  const path = safeLine(found.path ?? '', pathMost)
  const reason = safeLine(found.reason, reasonMost)
  if (reason === '') return undefined
  const line = found.line ?? 0
  return { ...(path !== '' && { path }), ...(path !== '' && line >= 1 && { line: Math.min(line, lineMost) }), reason }
}
const lineMost = 2 ** 31 - 1

/** Returns the objections of a model, a sentence each. */
export const objectionsOf = ({ summary, findings }: ReviewAnswer): readonly string[] => {
  const sentences = findings.map(({ path, line, reason }) =>
    [path, line]
      .filter(Boolean)
      .join(':')
      .concat(path ? ' ' : '', reason),
  )
  return sentences.length > 0 ? sentences : [summary]
}
