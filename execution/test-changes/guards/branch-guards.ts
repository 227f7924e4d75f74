import type { Program } from '../syntax/trace.ts'
import { childOf, walk, type SyntaxNode } from '../syntax/tree.ts'
import { placeOf, type GuardPlace } from './guard.ts'
import { exitIn } from './exits.ts'
import { speakOfAccess, wordsOfName } from './words.ts'

const branch = /^(?:IfStatement|if_statement|elif_clause|ConditionalExpression|conditional_expression)$/

/** Branches that check access, or refuse what is beyond a limit, each with the body that refuses. */
export function* branchGuards(program: Program): Generator<GuardPlace> {
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
const limitWords = new Set(
  'max maximum min minimum limit most least quota budget timeout cap ceiling floor threshold'.split(' '),
)

/** A number, a constant in capitals, a part of settings, or a name that says that it limits. */
const isLimit = ({ names, tree }: Program, node: SyntaxNode): boolean => {
  if (literal.test(node.type) || typeof names.fold(node) === 'number') return true
  const text = tree.text.slice(node.start, Math.min(node.end, node.start + 200))
  if (!/^[\w$.?[\]'"()]+$/.test(text)) return false
  const last = text.match(/[A-Za-z_$][\w$]*/g)?.at(-1) ?? ''
  return (
    /^[A-Z][A-Z0-9_]{2,}$/.test(last) || settings.test(text) || wordsOfName(last).some((word) => limitWords.has(word))
  )
}
