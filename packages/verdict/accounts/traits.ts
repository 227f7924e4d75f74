import { isTernary, wordsOf, type SyntaxNode, type Unit } from './parts/index.ts'
import { readsOnly } from './reads-only.ts'

/** The role of a part in a program, by its form. */
export type Traits = ReturnType<typeof traitsOf>

export const noTraits: Traits = { isFailure: false, isNarrowing: false, isFunction: false, imports: [] }

/** The traits of an added unit by its form. */
export const traitsOf = ({ kind, node }: Unit, text: string) => ({
  /** Whether it only fails: it throws, or passes an error on, and does nothing else. */
  isFailure:
    kind !== 'member' &&
    kind !== 'item' &&
    ((isFailure(node, text) && readsOnly(node, text)) ||
      (kind === 'arm' && isEmptyArm(node, text)) ||
      isEmptyField(node, text) ||
      isStrictness(node, text) ||
      isClosed(node, text)),
  /** Whether it stands in the condition of a branch, which may be taken more seldom because of it. */
  isNarrowing: isNarrowing(node),
  /** Whether it declares a function, or a class. */
  isFunction: isFunction(node),
  /** Names that it imports; empty if it imports none. */
  imports: importing.test(node.type) ? namesIn(text.slice(node.start, node.end)) : [],
})

const importing =
  /^(?:import_statement|import_from_statement|import_spec|import_declaration|use_declaration|using_directive|namespace_use_declaration)$/

/** The names of an import; empty for an import only for its effect. */
const namesIn = (text: string): readonly string[] => {
  const names = text.replaceAll(/'[^']*'|"[^"]*"/g, ' ')
  const isForEffect = ['import', 'import ;', 'import;'].includes(names.trim()) || names.includes('_ ')
  return isForEffect ? [] : wordsOf(text).filter((word) => /^[A-Za-z_$]/.test(word))
}

/** An arm that the language demands, and that returns nothing: the second arm in a ternary, or for all other values. */
const isEmptyArm = (node: SyntaxNode, text: string): boolean => {
  const words = beginningOf(node, text).trim()
  return node.parent !== undefined && isTernary(node.parent)
    ? /^(?:undefined|null|None|nil)$/.test(words)
    : /^_ => (?:None|\(\)|\{\}),?$/.test(words)
}

/** A field that a constructor declares, with nothing in it: an empty collection, or none. */
const isEmptyField = (node: SyntaxNode, text: string): boolean =>
  node.type === 'expression_statement' &&
  isOfConstructor(node, text) &&
  /^(?:self|this)\.[#\w$]+ = (?:\{\}|\[\]|None|null|(?:set|dict|list)\(\)|new (?:Map|Set)\(\));?$/.test(
    beginningOf(node, text),
  )

/** A shell line by which the script ends if a command fails or a name has no value. */
const isStrictness = (node: SyntaxNode, text: string): boolean =>
  node.type === 'command' && /^set -(?:e|u|eu|ue)(?:o pipefail| -o pipefail)?$/.test(beginningOf(node, text))

/** A constructor without which the class could be made from outside, and that does nothing. */
const isClosed = (node: SyntaxNode, text: string): boolean =>
  node.type === 'constructor_declaration' && /^private [\w$]+\(\) ?\{\s*\}$/.test(beginningOf(node, text))

const isOfConstructor = ({ parent }: SyntaxNode, text: string): boolean => {
  const name = parent?.parent?.children.find(({ field }) => field === 'name')
  return name !== undefined && /^(?:__init__|constructor)$/.test(text.slice(name.start, name.end))
}

const isFunction = (node: SyntaxNode): boolean =>
  /function|method|arrow|^func_|constructor|^class_declaration$/.test(node.type) ||
  node.children.some((child) => ['declaration', 'definition', 'value'].includes(child.field) && isFunction(child)) ||
  (/^(?:lexical|variable)_declaration$/.test(node.type) &&
    node.children.some((child) => child.type === 'variable_declarator' && isFunction(child)))

const named = (node: SyntaxNode) => node.children.filter((child) => child.isNamed && !child.type.includes('comment'))

/** Whether a node throws, leaves with an error, or decides by a condition about nothing else. */
const isFailure = (node: SyntaxNode, text: string): boolean => {
  const { type } = node
  if (/^(?:throw_statement|throw_expression|raise_statement)$/.test(type)) return true
  if (
    /^(?:block|statement_block|compound_statement|statement_list|then|body_statement|expression_statement)$/.test(type)
  ) {
    const inner = named(node)
    return inner.length > 0 && inner.every((child) => isFailure(child, text))
  }
  if (/^(?:if_statement|if|unless|if_modifier|unless_modifier|if_expression)$/.test(type)) {
    if (node.children.some(({ field, type: one }) => field === 'alternative' || /^(?:else|elif)/.test(one)))
      return false
    const bodies = node.children.filter((child) => isBody(child, node))
    return bodies.length > 0 && bodies.every((child) => isFailure(child, text))
  }
  if (/^(?:catch_clause|except_clause|rescue)$/.test(type)) {
    const body = node.children.findLast(({ isNamed }) => isNamed)
    return body !== undefined && isFailure(body, text)
  }
  const words = beginningOf(node, text)
  if (/^(?:return_statement|return_expression|return)$/.test(type)) return returnsError(words)
  if (type === 'redirected_statement' && isErrorMessage.test(words)) return isFollowedByFailure(node, text)
  return /^(?:call|call_expression|command|macro_invocation)$/.test(type) && fails(words)
}

/**
 * Whether a node stands in the condition of a branch, and not as one more case of it: `b` in `if (a && b)` or in
 * `if (![a, b].includes(c))`. Without `b` in `if (a || b)`, the branch is only taken more seldom.
 */
const isNarrowing = (node: SyntaxNode): boolean => {
  let condition = node
  while (condition.parent && !branches.test(condition.parent.type)) condition = condition.parent
  const branch = condition.parent
  if (!branch || !isCondition(condition, branch)) return false
  return branch.type.startsWith('unless') || !isCaseOf(node, branch)
}

/** Whether only “or” and brackets are between a node and its branch. */
const isCaseOf = (node: SyntaxNode, branch: SyntaxNode): boolean => {
  for (let parent = node.parent!; parent !== branch; parent = parent.parent!)
    if (!parent.children.every(({ isNamed, type }) => isNamed || joins.has(type))) return false
  return true
}

const joins = new Set(['||', 'or', '(', ')'])
const branches = /^(?:if_statement|if|unless|if_modifier|unless_modifier|if_expression|elif_clause|elsif)$/

const isCondition = (child: SyntaxNode, branch: SyntaxNode) =>
  child.field === 'condition' || (child.field === '' && child.isNamed && !isBody(child, branch))

/** A shell has no name for the commands after the word `then`. */
const isBody = ({ field, isNamed, start }: SyntaxNode, { children }: SyntaxNode) =>
  field === 'consequence' ||
  field === 'body' ||
  (field === '' && isNamed && children.some((one) => !one.isNamed && one.type === 'then' && one.start < start))

/** A shell line only for the error stream, in which no command runs. */
const isErrorMessage = /^(?:echo|printf) [^`<>|;&()]*>&2$/

const isFollowedByFailure = (node: SyntaxNode, text: string): boolean => {
  const siblings = node.parent === undefined ? [] : named(node.parent)
  const next = siblings[siblings.findIndex(({ start }) => start === node.start) + 1]
  return next !== undefined && isFailure(next, text)
}

/** The error of a call, or a new one, and nothing of the product beside it. */
const returnsError = (text: string) =>
  /^return (?:(?:nil|""|0|false|None), )*(?:err|Err[A-Z]\w{0,80}|error|e|errors\.New\([^()]*\)|fmt\.Errorf\([^()]*\)|Err\([^()]*\));?$/.test(
    text,
  )

const fails = (text: string) => /^(?:raise\b|panic!?\(|(?:exit|return) [1-9]\d{0,2}$|die\b)/.test(text)

/** Enough of a node to see whether it is a failure; a longer node is cut, and does not match to its end. */
const beginningOf = ({ start, end }: SyntaxNode, text: string) =>
  text.slice(start, Math.min(end, start + failureMostChars))
const failureMostChars = 300
