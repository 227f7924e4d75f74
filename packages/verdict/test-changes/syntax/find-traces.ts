import { findingAt, findingOn, type Change, type FileChange, type Finding, type Side } from '../change.ts'
import { addedHits } from '../hits.ts'
import { isEvidence } from '../test-paths.ts'
import { namesOfJavaScript } from './names-javascript.ts'
import { namesOfScript } from './names-scripts.ts'
import type { Names, Program } from './names.ts'
import { patchedSubjects } from './patched-subjects.ts'
import { syntaxLanguageOf, syntaxOf } from './read.ts'
import { replacedAssertions, replacementsIn } from './replaced-assertions.ts'
import { runnerReads } from './runner-reads.ts'
import { childOf, sourceOf, walk, type SyntaxTree } from './tree.ts'

/** Places that the change adds where code asks for its runner, or replaces what tests rest on. */
export const findTraces = (change: Change): Finding[] => {
  const found = (side: 'before' | 'after') => change.files.flatMap((file) => tracesOf(file, file[side]))
  const added = addedHits(found('before'), found('after'), ({ key }) => key)
  return added.map(({ file: { path }, kind, level, node: { line }, does, source }) =>
    findingAt(path, line, kind, `${does}: “${source.slice(0, 80)}”. ${advice[kind] ?? ''}`.trim(), level),
  )
}

const advice: Readonly<Record<string, string>> = {
  test_detected: 'Write code that does the same everywhere.',
  outcome_rewritten: 'Remove it.',
  equal_to_everything: 'Write code that does the same everywhere.',
}

const programs = new WeakMap<Side, Program | null>()

/** One side of a file with its tree and names; undefined if no grammar reads it. */
export const programOf = (side: Side): Program | undefined => {
  const known = programs.get(side)
  if (known !== undefined) return known ?? undefined
  const tree = syntaxOf(side)
  const program = tree && { tree, names: namesOf[tree.language](tree), isEvidence: isEvidence(side.path) }
  programs.set(side, program ?? null)
  return program
}

/** The variables of a shell, which has no imports and no constants. */
const namesOfShell = ({ root }: SyntaxTree): Names => ({
  pathOf: () => undefined,
  fold: () => undefined,
  bindings: [...walk(root)].flatMap((node) => {
    const from = node.type === 'variable_assignment' ? childOf(node, 'value') : undefined
    return from ? [{ name: String(childOf(node, 'name')?.value), from, scope: root }] : []
  }),
  patternReads: [],
  bound: new Set(),
})

const namesOf = { javascript: namesOfJavaScript, python: namesOfScript, go: namesOfScript, shell: namesOfShell }

const tracesOf = (file: FileChange, side: Side | undefined) => {
  const program = side && programOf(side)
  if (!program) return []
  const replacements = replacementsIn(program)
  const traces = [
    ...runnerReads(program),
    ...replacedAssertions(program, replacements),
    ...patchedSubjects(program, replacements),
  ]
  const first = traces.filter(({ node }, at) => traces.findIndex((one) => one.node === node) === at)
  const keyed = first.map((trace) => {
    const source = sourceOf(program.tree, trace.node)
    return { ...trace, file, source, key: `${program.isEvidence} ${trace.kind} ${trace.level} ${source}` }
  })
  return [...new Map(keyed.map((one) => [`${one.kind} ${one.node.line}`, one])).values()]
}

/** Changed programs whose grammar does not read them: their code is not probed. */
export const unreadPrograms = (change: Change): Finding[] =>
  change.files.flatMap(({ path, after }) => {
    if (!after || !syntaxLanguageOf(path, after.views.raw) || syntaxOf(after)?.isWhole) return []
    const reason = `${path} is no program that its grammar reads whole, so not all of its code was probed.`
    return [findingOn(path, 'syntax_unread', reason, isEvidence(path) ? 'ask' : 'note')]
  })
