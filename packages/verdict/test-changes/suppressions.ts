import { numbersOf } from './changed-lines.ts'
import { findingAt, newHits, type Change, type FileChange, type Finding, type Side } from './change.ts'
import { hitsIn, lineText, wholeLine, type Hit } from './hits.ts'

const silencing =
  /@ts-(?:ignore|nocheck|expect-error)\b|\b(?:eslint|oxlint|biome|tslint|stylelint|rubocop|pylint|phpcs|phpstan|psalm|deno-lint)(?:-|:[ ]?)(?:disable|ignore|suppress|skip)\S*|#[ ]?(?:noqa|type:[ ]?ignore|pyright:[ ]?ignore|nosec|mypy:[ ]?ignore\S*)|#[ ]?(?:ruff|flake8):[ ]?noqa|pragma:[ ]?no[ ]?cover|\b(?:istanbul|c8|v8)[ ]ignore\b|\bnode:coverage[ ](?:disable|ignore)\b|\bnolint\b|\bNOSONAR\b|\bNOLINT\w*/g
/** Comments that silence a whole file, or everything that follows. */
const blanket =
  /^(?:@ts-nocheck|eslint-disable(?!-)|oxlint-disable(?!-)|biome-ignore-all|deno-lint-ignore-file|pylint:[ ]?skip-file|#[ ]?mypy:[ ]?ignore|#[ ]?(?:ruff|flake8):)/
const casting = /\bas[ ]+any\b|:[ ]*any\b(?=\s*(?:[,;)=\]}>[]|$))|<any>|\bcast\([ ]*(?:typing\.)?Any\b/gm
const typed = /[.](?:[cm]?ts|tsx|vue|svelte|pyi?)$/
const readsTypes =
  /\b(?:tsc|tsgo|vue-tsc|svelte-check|eslint|oxlint|biome|xo|ts-standard|deno check|mypy|pyright|lint|type-?check|types)\b/

/** Comments that silence a checker, and casts that keep it from knowing a type: each asks, by file with its lines. */
export const suppressions = (change: Change, checks: readonly { readonly command: string }[]): Finding[] => {
  const isTyped = checks.some(({ command }) => readsTypes.test(command))
  return change.files.flatMap((file) => {
    const fresh = newHits(change, file, commentsIn)
    const isAssertion = ({ found }: Hit) => file.after!.isTest && found === '@ts-expect-error'
    const hits = fresh.filter((hit) => !isAssertion(hit))
    const whole = hits.filter(({ found }) => blanket.test(found))
    const single = hits.filter(({ found }) => !blanket.test(found))
    const casts = isTyped && typed.test(file.path) ? newHits(change, file, castsIn) : []
    return [
      ...findingOf(file, whole, 'ask', 'silences a checker for the whole file'),
      ...findingOf(file, single, 'ask', 'silences a checker'),
      ...findingOf(file, fresh.filter(isAssertion), 'note', 'expects an error of the type checker'),
      ...findingOf(file, casts, 'ask', 'hides a type from the checker', 'any_added'),
    ]
  })
}

const alsoMost = 4

const findingOf = (
  { path, after }: FileChange,
  hits: readonly Hit[],
  level: Finding['level'],
  does: string,
  kind = 'checks_suppressed',
): Finding[] => {
  const [first] = hits
  if (!first) return []
  const shown = lineText(after!.views.raw, first.index).slice(0, 80)
  const also = hits.length === 1 ? '' : ` The same in ${numbersOf(hits.slice(1), alsoMost)}.`
  const what = `${does}: “${shown}”.${also} Correct what the checker reports, or leave it visible.`
  return [findingAt(path, first.line, kind, what, level)]
}

const commentsIn = (side: Side | undefined) => {
  const comments = side?.views.comments ?? ''
  return hitsIn(comments, silencing).map((hit) => ({ ...hit, key: lineText(comments, hit.index) }))
}

const castsIn = (side: Side | undefined) =>
  hitsIn(side?.views.code ?? '', casting).map((hit) => ({ ...hit, key: wholeLine(side!.views.text, hit.index) }))
