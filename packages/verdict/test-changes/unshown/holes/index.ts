import { findingAt, shownMost, type Change, type Finding, type Side } from '../../change.ts'
import { addedHits } from '../../hits.ts'
import { programOf } from '../../syntax/find-traces.ts'
import { sourceOf, walk } from '../../syntax/tree.ts'
import { isEvidence } from '../../test-paths.ts'
import { holeDoes, type HoleKind, type HoleRule } from './hole.ts'
import {
  isChosenAddress,
  isOpenOrigin,
  isOpenRedirect,
  isUnescapedPage,
  takesUncheckedFields,
} from './request-holes.ts'
import { isComparedSecret, isGuessedSecret, isUnverifiedToken, isWeakPasswordHash } from './secret-holes.ts'
import { isBacktrackingExpression, isReachablePrototype, isTextPath, isTextQuery } from './text-holes.ts'

/** The rule of each kind, in the order of the findings of a node. */
const rules: Readonly<Record<HoleKind, HoleRule>> = {
  token_predictable: isGuessedSecret,
  query_from_text: isTextQuery,
  path_from_text: isTextPath,
  token_unverified: isUnverifiedToken,
  redirect_open: isOpenRedirect,
  origin_open: isOpenOrigin,
  password_hash_weak: isWeakPasswordHash,
  secret_compared: isComparedSecret,
  expression_backtracks: isBacktrackingExpression,
  fields_unchecked: takesUncheckedFields,
  prototype_reachable: isReachablePrototype,
  page_from_text: isUnescapedPage,
  address_from_request: isChosenAddress,
}
const kinds = Object.keys(rules) as HoleKind[]

/** Holes in code that a change adds: a test shows the requested behaviour, and no test looks for these. */
export const addedHoles = ({ files }: Change): Finding[] =>
  files.flatMap((file) => {
    if (isEvidence(file.path)) return []
    const added = addedHits(holesIn(file.before), holesIn(file.after), ({ kind, source }) => `${kind} ${source}`)
    return added
      .slice(0, shownMost)
      .map(({ kind, line, source }) =>
        findingAt(file.path, line, kind, `${holeDoes[kind]}: “${source.slice(0, 100)}”.`),
      )
  })

interface FoundHole {
  readonly kind: HoleKind
  readonly line: number
  readonly source: string
}

const holesIn = (side: Side | undefined): readonly FoundHole[] => {
  const program = side && programOf(side)
  if (!program || program.tree.language === 'shell') return []
  const found = new Map<string, FoundHole>()
  for (const node of walk(program.tree.root))
    for (const kind of kinds) {
      const key = `${kind} ${node.line}`
      if (!rules[kind](program, node) || found.has(key)) continue
      found.set(key, { kind, line: node.line, source: sourceOf(program.tree, node) })
    }
  return [...found.values()]
}
