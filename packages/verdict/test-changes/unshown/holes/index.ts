import { findingAt, shownMost, type Change, type Finding, type Side } from '../../change.ts'
import { addedHits } from '../../hits.ts'
import { programOf } from '../../syntax/find-traces.ts'
import { sourceOf, walk } from '../../syntax/tree.ts'
import { isEvidence } from '../../test-paths.ts'
import { holeDoes, type HoleKind, type HoleRule } from './hole.ts'
import { chosenAddresses, openOrigins, openRedirects, uncheckedFields, unescapedPages } from './request-holes.ts'
import { comparedSecrets, guessedSecrets, unverifiedTokens, weakPasswordHashes } from './secret-holes.ts'
import { backtrackingExpressions, reachablePrototypes, textPaths, textQueries } from './text-holes.ts'

const rules: readonly HoleRule[] = [
  guessedSecrets,
  textQueries,
  textPaths,
  unverifiedTokens,
  openRedirects,
  openOrigins,
  weakPasswordHashes,
  comparedSecrets,
  backtrackingExpressions,
  uncheckedFields,
  reachablePrototypes,
  unescapedPages,
  chosenAddresses,
]

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
    for (const rule of rules) {
      const kind = rule(program, node)
      const key = `${kind} ${node.line}`
      if (kind && !found.has(key)) found.set(key, { kind, line: node.line, source: sourceOf(program.tree, node) })
    }
  return [...found.values()]
}
