import { languageOf, viewsOf } from '../../test-changes/index.ts'
import { lineOf, programOf, sourceOf, spanOf, visitNodes, withEdits, type Edit } from '../javascript/program.ts'
import type { ProbeFile } from '../probe.ts'
import { closing, functionsIn } from './functions.ts'
import type { Hunk } from './hunks.ts'

/** A question about all or any of a list, and the file in which it answers otherwise for some lists. */
export interface Quantifier {
  readonly line: number
  readonly source: string
  /** `empty`: it says no for a list without items. `all`: it asks for all items, and not for any. */
  readonly altered: 'empty' | 'all'
  readonly text: string
}

const most = 4
const pythonMost = 200

/**
 * Questions that a change brings into lines that it rewrites, or into new functions that such lines call: whether all of
 * a list, or any of it, is so. Without an item, “all” is true, and with one item alone both are the same.
 */
export const quantifiersOf = (file: ProbeFile, hunks: readonly Hunk[]): readonly Quantifier[] => {
  const language = languageOf(file.path)
  const found =
    language === 'javascript' ? javascriptQuantifiers(file) : language === 'python' ? pythonQuantifiers(file.text) : []
  if (found.length === 0) return []
  const isReached = reachedLines(file, hunks)
  return found
    .filter(({ line }) => isReached(line))
    .slice(0, most)
    .map(({ line, source, altered, edits }) => ({ line, source, altered, text: withEdits(file.text, edits) }))
}

interface QuantifierCall extends Omit<Quantifier, 'text'> {
  readonly edits: readonly Edit[]
}

const javascriptQuantifiers = (file: ProbeFile): readonly QuantifierCall[] => {
  const program = programOf(file)
  const found: QuantifierCall[] = []
  if (!program) return []
  visitNodes(program, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return
    const { callee } = node
    if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return
    if (callee.computed || callee.property.type !== 'Identifier' || node.arguments.length !== 1) return
    const { name } = callee.property
    if (name !== 'every' && name !== 'some') return
    const source = sourceOf(file.text, node)
    const list = sourceOf(file.text, callee.object)
    const { start, end } = spanOf(node)
    const edits =
      name === 'every'
        ? [{ start, end, text: `(${source} && (${list})?.length !== 0)` }]
        : [{ ...spanOf(callee.property), text: 'every' }]
    found.push({ line: lineOf(node), source, altered: name === 'every' ? 'empty' : 'all', edits })
  })
  return found
}

const pythonQuantifiers = (text: string): readonly QuantifierCall[] => {
  const { code } = viewsOf(text, 'python')
  return [...code.matchAll(/(?<![\w.])(all|any)\(/g)].slice(0, pythonMost).flatMap((match) => {
    const [head, name] = match
    const start = match.index
    const open = start + head.length - 1
    const close = closing(code, open)
    if (close === undefined) return []
    const given = text.slice(open + 1, close)
    const altered = name === 'all' ? `(lambda items: len(items) > 0 and all(items))(list(${given}))` : `all(${given})`
    return [
      {
        line: text.slice(0, start).split('\n').length,
        source: text.slice(start, close + 1),
        altered: name === 'all' ? ('empty' as const) : ('all' as const),
        edits: [{ start, end: close + 1, text: altered }],
      },
    ]
  })
}

/** Lines that rewrite others, and those of new functions that they call, or that these call. */
const reachedLines = (file: ProbeFile, hunks: readonly Hunk[]): ((line: number) => boolean) => {
  const lines = file.text.split('\n')
  const isNew = (line: number) => hunks.some(({ start, end }) => line > start && line <= end)
  const rewriting = hunks.filter(({ removed, added }) => removed.some((line) => line.trim() !== '') && added.length > 0)
  const reached = new Set(rewriting.flatMap(({ start, end }) => lines.slice(start, end).map((_, at) => start + at + 1)))
  const functions = functionsIn(file).filter(({ line }) => isNew(line))
  const waiting = [...reached].map((line) => lines[line - 1]!)
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    const names = new Set(text.match(/[A-Za-z_$][\w$]*/g))
    for (const { name, line, endLine } of functions) {
      if (!names.has(name) || reached.has(line)) continue
      for (let at = line; at <= endLine; at += 1) {
        if (reached.has(at)) continue
        reached.add(at)
        waiting.push(lines[at - 1] ?? '')
      }
    }
  }
  return (line) => reached.has(line) && isNew(line)
}
