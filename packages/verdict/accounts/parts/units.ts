import { setOf } from '../../set-of.ts'
import type { Grammar, Tree } from '../grammar.ts'
import { treeOf, type SyntaxNode } from './tree.ts'
import { undoingsOf } from './undoings.ts'
import { isTernary, type Unit, type UnitKind, type UnitRange } from './unit.ts'

const unitsMost = 20_000

/** The outermost units of a program; undefined if there are more than a person could be asked about. */
export const unitsOf = (grammar: Grammar, text: string, tree: Tree): readonly Unit[] | undefined => {
  const root = treeOf(tree)
  if (!root) return undefined
  const count = { left: unitsMost }
  const units = childrenOf({ grammar, text, count }, root)
  return count.left < 0 ? undefined : units
}

interface Reading {
  readonly grammar: Grammar
  readonly text: string
  readonly count: { left: number }
}

const childrenOf = (reading: Reading, node: SyntaxNode): readonly Unit[] =>
  node.children.flatMap((child) => within(reading, child))

/** The units of a node: itself, if it is a unit, else the units in it. */
const within = (reading: Reading, node: SyntaxNode): readonly Unit[] => {
  const place = placeOf(node, reading)
  if (!place) return childrenOf(reading, node)
  reading.count.left -= 1
  const children = childrenOf(reading, node)
  return [
    {
      ...place,
      type: node.type,
      node,
      undoings: undoingsOf(reading.grammar, reading.text, node, place),
      children: withoutOnly(node, place.kind, children),
    },
  ]
}

/** A condition and the only thing that it decides are taken out by the same edit: they are one unit. */
const withoutOnly = (node: SyntaxNode, kind: UnitKind, children: readonly Unit[]): readonly Unit[] => {
  const isPlain = kind === 'statement' && conditions.test(node.type) && !node.children.some(isAlternative)
  if (!isPlain || children.filter((child) => child.kind === 'statement').length !== 1) return children
  return children.flatMap((child) => (child.kind === 'statement' ? child.children : [child]))
}

const conditions = /^(?:if|while|for|unless|until|with)(?:_|$)/
const isAlternative = ({ type, field }: SyntaxNode) =>
  field === 'alternative' || type === 'else_clause' || type === 'else' || type === 'elif_clause'

const placeOf = (node: SyntaxNode, reading: Reading): UnitRange | undefined => {
  const { parent } = node
  if (!parent || node.start === node.end) return undefined
  const whole = { start: node.start, end: node.end }
  if (node.isNamed && arms.has(node.type)) return { kind: 'arm', ...whole }
  if (!node.isNamed || node.type.includes('comment')) return undefined
  if (isBareAlternative(node, parent)) return { kind: 'arm', start: elseBefore(node, parent), end: node.end }
  if (isStatementIn(node, parent)) return { kind: 'statement', start: node.start, end: withSemicolon(node, parent) }
  if (isChain(parent) && !isChain(node)) return operandPlace(node, parent)
  if (isTernaryArm(node, parent)) return { kind: 'arm', ...whole }
  if (parent.type === 'arrow_function' && node.field === 'body' && node.type !== 'statement_block')
    return { kind: 'value', ...whole }
  const before = beforeValue(node, parent)
  if (before !== undefined) return { kind: 'default', start: before, end: node.end }
  if (!lists.has(parent.type)) return undefined
  if (isListed(node, parent, reading.text)) return { kind: 'member', ...whole }
  return isItem(node, parent, reading.text) ? { kind: 'item', ...whole } : undefined
}

/** Nodes whose named children are statements or declarations. */
const blocks = setOf(
  'program module source_file compilation_unit statement_block class_body interface_body enum_body annotation_type_body block statement_list body_statement compound_statement declaration_list do_group then do subshell switch_body switch_block match_block field_declaration_list import_spec_list const_declaration var_declaration var_spec_list constructor_body begin begin_block class_static_block',
)

/** Nodes that are one way of several through a program, such as `else`, `case` and `catch`. */
const arms = setOf(
  'else_clause elif_clause else_if_clause switch_case switch_default expression_case type_case default_case communication_case case_clause match_arm when in_clause rescue ensure elsif except_clause except_group_clause catch_clause finally_clause case_item switch_section switch_block_statement_group switch_rule case_statement default_statement match_conditional_expression match_default_expression',
)

// Types of grammars that end so are statements: `if_statement`, `call_expression`, and in a shell `command` and `pipeline`.
const statementEnd =
  /(?:_statement|_declaration|_definition|_expression|statement|^command|^list|^pipeline|assignment|^call)$/
const shellHolders = new Set(['if_statement', 'elif_clause', 'else_clause', 'case_item'])
// The head of an arm, which is no statement in it: `case 1:`, `(IOException e)`.
const labels =
  /^(?:switch_label|pattern|match_pattern|case_pattern|constant_pattern|exceptions|exception_variable|catch_declaration|catch_formal_parameter|type_list)$/

const isStatementIn = (node: SyntaxNode, parent: SyntaxNode): boolean => {
  if (parent.type === 'php_tag' || node.type === 'php_tag' || node.type === 'statement_list') return false
  // The only one of a declaration is that declaration.
  if (/^(?:var|const)_declaration$/.test(parent.type) && isOnly(node, parent)) return false
  if (blocks.has(parent.type)) return node.type !== 'var_spec_list'
  if (blocks.has(node.type)) return false
  const isBody = ['body', 'consequence'].includes(node.field)
  if (arms.has(parent.type))
    return (node.field === '' || isBody) && !labels.test(node.type) && statementEnd.test(node.type)
  if (shellHolders.has(parent.type) && node.field === '') return statementEnd.test(node.type)
  return isBody && /_statement$|^expression_statement$/.test(node.type)
}

const isOnly = (node: SyntaxNode, parent: SyntaxNode) =>
  parent.children.every((one) => one === node || !one.isNamed || one.type.includes('comment'))

const isBareAlternative = (node: SyntaxNode, parent: SyntaxNode) =>
  node.field === 'alternative' && parent.type.startsWith('if_') && !arms.has(node.type)

const elseBefore = (node: SyntaxNode, parent: SyntaxNode) =>
  parent.children.findLast((one) => one.type === 'else' && one.end <= node.start)?.start ?? node.start

/** A semicolon that is a node of its own belongs to the statement before it. */
const withSemicolon = (node: SyntaxNode, parent: SyntaxNode) => {
  const next = parent.children[parent.children.indexOf(node) + 1]
  return next?.type === ';' ? next.end : node.end
}

const logical = new Set(['&&', '||', '??', 'and', 'or', ','])
const chains = /^(?:binary_expression|boolean_operator|binary|list|sequence_expression)$/

/** Whether a node is a chain of operands, of which one can be left out. */
const isChain = (node: SyntaxNode) =>
  chains.test(node.type) && node.children.some(({ type, isNamed }) => !isNamed && logical.has(type))

/** The operand with the operator that leads to it. */
const operandPlace = (node: SyntaxNode, parent: SyntaxNode): UnitRange => {
  const before = parent.children[parent.children.indexOf(node) - 1]
  return { kind: 'operand', start: before && logical.has(before.type) ? before.start : node.start, end: node.end }
}

const isTernaryArm = (node: SyntaxNode, parent: SyntaxNode) => {
  if (!isTernary(parent)) return false
  if (['consequence', 'alternative', 'body'].includes(node.field)) return true
  const named = parent.children.filter((one) => one.isNamed)
  // Python has no names for its three, of which the second is asked.
  return node.field === '' && named.indexOf(node) !== 1
}

// Nodes that may hold a default value: `b = 1` in the parameters of a function.
const withDefaults =
  /^(?:assignment_pattern|object_assignment_pattern|required_parameter|optional_parameter|default_parameter|typed_default_parameter|simple_parameter|parameter|property_promotion_parameter)$/

/** Where the default value begins whose value a node is, with its sign of equality; undefined for any other node. */
const beforeValue = (node: SyntaxNode, parent: SyntaxNode): number | undefined => {
  if (!withDefaults.test(parent.type)) return undefined
  const sign = parent.children.find((one) => one.type === '=')
  return sign && node.start > sign.start ? sign.start : undefined
}

/** Lists whose members are units. Those of a call are units where each has a line of its own, or is added to a list. */
const lists = setOf(
  'object array arguments argument_list dictionary list set tuple composite_literal literal_value array_creation_expression hash jsx_element initializer_expression array_initializer',
)

const isListed = (node: SyntaxNode, { start, type }: SyntaxNode, text: string) => {
  if (type === 'jsx_element' && /^jsx_(?:opening|closing)_element$|^jsx_text$/.test(node.type)) return false
  const line = text.slice(text.lastIndexOf('\n', node.start - 1) + 1, node.start)
  return line.trim() === '' && text.slice(start, node.start).includes('\n')
}

/** Whether a node is one of several values of a list. */
const isItem = (node: SyntaxNode, parent: SyntaxNode, text: string) => {
  if (parent.type === 'jsx_element' || node.field !== '' || isOnly(node, parent)) return false
  if (!/^arguments$|argument_list$/.test(parent.type)) return true
  const callee = text.slice(Math.max(0, parent.start - calleeMostChars), parent.start)
  // The first value of the function of Go is the list.
  return /\.(?:push|unshift)$/.test(callee) || (/(?<![\w.])append$/.test(callee) && node !== parent.children[1])
}

const calleeMostChars = 20
