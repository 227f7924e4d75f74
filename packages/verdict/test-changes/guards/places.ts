import { lineCounter } from '../../accounts/parts/parts.ts'
import { setOf } from '../../set-of.ts'
import { sideOf, type Side } from '../change.ts'
import { patternsIn } from '../hits.ts'
import { languageOf } from '../languages.ts'
import { programOf } from '../syntax/find-traces.ts'
import { isFunction, nameOfFunction, type Program } from '../syntax/names.ts'
import { calledName, callGuards, spansOf, textGuards } from './call-guards.ts'
import { foreignNames, namesDefinedTwice } from './defined-names.ts'
import { entrances } from './entrances.ts'
import { placeOf, type Guard, type GuardPlace } from './guard.ts'
import { textPatterns } from './text-patterns.ts'
import { newWaysOut } from './ways-out.ts'
import { childOf, walk, type SyntaxNode } from '../syntax/tree.ts'
import { exitIn } from './exits.ts'
import { speakOfAccess, wordsOfName } from './words.ts'

/**
 * The places of a program that are guards: checks of access, signatures, limits, deletions, addresses outside, the
 * environment, the process, files, entrances, names that are defined twice or belong to another module. With the text
 * that the file had before, also new ways out of its functions, before statements that were there. It parses: only a
 * thread that reads outside bytes may import this module.
 */
export const guardsAt = (path: string, after: string, before?: string): readonly Guard[] =>
  guardsIn(sideOf(path, after), before === undefined ? undefined : sideOf(path, before))

/** The line of the first function with a name, counted from 1; undefined if the program has none. */
export const lineOfFunction = (path: string, text: string, name: string): number | undefined => {
  const program = programOf(sideOf(path, text))
  const isNamed = (node: SyntaxNode) => {
    const own = isFunction(node) ? nameOfFunction(node) : undefined
    return own !== undefined && calledName(own) === name
  }
  return program && [...walk(program.tree.root)].find(isNamed)?.line
}

/** The guards of a program, by their places. New ways out need the text that the file had before. */
export const guardsIn = (side: Side, before?: Side): readonly Guard[] => {
  const program = programOf(side)
  const earlier = before && programOf(before)
  const places =
    program && program.tree.language !== 'shell'
      ? [
          ...callGuards(side, program),
          ...branchGuards(program),
          ...entrances(program),
          ...namesDefinedTwice(program),
          ...foreignNames(program),
          ...(earlier ? newWaysOut(earlier, program) : []),
        ]
      : textPlaces(side)
  return withLines(side.views.raw, places)
}

/** The guards of a program that no grammar reads, by its lines. */
const textPlaces = (side: Side): readonly GuardPlace[] => {
  const language = languageOf(side.path)
  return [
    ...textGuards(side),
    ...patternsIn(language && textPatterns[language]).flatMap(([kind, pattern]) =>
      spansOf(side.views.code, pattern).map((one) => placeOf(kind, one)),
    ),
  ]
}

const withLines = (text: string, places: readonly GuardPlace[]): readonly Guard[] => {
  const lineAt = lineCounter(text)
  const distinct = new Map(places.map((place) => [`${place.kind} ${place.start} ${place.end}`, place]))
  return [...distinct.values()]
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map((place) => ({ ...place, line: lineAt(place.start), endLine: lineAt(Math.max(place.start, place.end - 1)) }))
}

const branch = /^(?:IfStatement|if_statement|elif_clause|ConditionalExpression|conditional_expression)$/

/** Branches that check access, or refuse values beyond a limit, each with the body that refuses. */
function* branchGuards(program: Program): Generator<GuardPlace> {
  const { tree } = program
  if (tree.language === 'shell') return
  for (const node of walk(tree.root)) {
    if (!branch.test(node.type)) continue
    const condition = childOf(node, 'test') ?? childOf(node, 'condition')
    const body = childOf(node, 'consequent') ?? childOf(node, 'consequence')
    if (!condition || !body) continue
    const exit = exitIn(tree, body)
    if (!exit) continue
    const span = { start: node.start, end: body.end }
    if (speakOfAccess(namesIn(condition)) || denial.test(exit.text)) yield placeOf('access', span)
    else if (exit.isRefusal && hasLimit(program, condition)) yield placeOf('limit', span)
  }
}

const denial = /\b40[13]\b|forbidden|unauthori[sz]ed|denied|permission|not allowed/i

const named = /^(?:Identifier|PrivateName|identifier|property_identifier|field_identifier|package_identifier)$/

const namesIn = (condition: SyntaxNode): readonly string[] =>
  [...walk(condition)].flatMap((node) => (named.test(node.type) ? wordsOfName(String(node.value ?? '')) : []))

const comparison = /^(?:BinaryExpression|comparison_operator|binary_expression)$/
const ordering = /^(?:<|>|<=|>=)$/

const hasLimit = (program: Program, condition: SyntaxNode): boolean =>
  [...walk(condition)].some((node) => {
    if (!comparison.test(node.type)) return false
    const operators = [String(node.value), ...node.children.map(({ value }) => String(value))]
    if (!operators.some((one) => ordering.test(one))) return false
    return node.children.some((side) => isLimit(program, side))
  })

const literal = /^(?:NumericLiteral|BigIntLiteral|integer|float|int_literal|float_literal)$/
const settings = /(?:^|[.])(?:config|configuration|settings?|options|limits?|env|environ|caps|quotas?|policy)(?:[.]|$)/i
const limitWords = setOf('max maximum min minimum limit most least quota budget timeout cap ceiling floor threshold')

/** A number, a constant in capitals, a part of settings, or a name for a limit. */
const isLimit = ({ names, tree }: Program, node: SyntaxNode): boolean => {
  if (literal.test(node.type) || typeof names.fold(node) === 'number') return true
  const text = tree.text.slice(node.start, Math.min(node.end, node.start + 200))
  if (!/^[\w$.?[\]'"()]+$/.test(text)) return false
  const last = text.match(/[A-Za-z_$][\w$]*/g)?.at(-1) ?? ''
  return (
    /^[A-Z][A-Z0-9_]{2,}$/.test(last) || settings.test(text) || wordsOfName(last).some((word) => limitWords.has(word))
  )
}
