import { isTernary, wordsOf, type SyntaxNode, type Unit } from './parts/index.ts'

interface Traits {
  readonly isFailure: boolean
  readonly isFunction: boolean
  readonly imports: readonly string[]
}

/** The traits of an added unit by its form. */
export const traitsOf = ({ kind, node }: Unit, text: string): Traits => ({
  isFailure: kind !== 'member' && (isFailure(node, text) || (kind === 'arm' && isEmptyArm(node, text))),
  isFunction: isFunction(node),
  imports: importing.test(node.type) ? namesIn(text.slice(node.start, node.end)) : [],
})

const importing =
  /^(?:import_statement|import_from_statement|import_spec|import_declaration|use_declaration|using_directive|namespace_use_declaration)$/

/** The names of an import; none for one that is there for its effect alone. */
const namesIn = (text: string): readonly string[] => {
  const names = text.replaceAll(/'[^']*'|"[^"]*"/g, ' ')
  const isForEffect = ['import', 'import ;', 'import;'].includes(names.trim()) || names.includes('_ ')
  return isForEffect ? [] : wordsOf(text).filter((word) => /^[A-Za-z_$]/.test(word))
}

/** An arm that the language demands, and that gives nothing: the second one of a ternary, or the one for all other values. */
const isEmptyArm = ({ start, end, parent }: SyntaxNode, text: string): boolean => {
  const words = text.slice(start, Math.min(end, start + failureMostChars)).trim()
  return parent !== undefined && isTernary(parent)
    ? /^(?:undefined|null|None|nil)$/.test(words)
    : /^_ => (?:None|\(\)|\{\}),?$/.test(words)
}

const isFunction = (node: SyntaxNode): boolean =>
  /function|method|arrow|^func_|constructor/.test(node.type) ||
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
    const bodies = node.children.filter(({ field }) => field === 'consequence' || field === 'body')
    return bodies.length > 0 && bodies.every((child) => isFailure(child, text))
  }
  if (/^(?:catch_clause|except_clause|rescue)$/.test(type)) {
    const body = node.children.findLast(({ isNamed }) => isNamed)
    return body !== undefined && isFailure(body, text)
  }
  if (/^(?:return_statement|return_expression|return)$/.test(type))
    return returnsError(text.slice(node.start, node.end))
  return /^(?:call|call_expression|command|macro_invocation)$/.test(type) && fails(text.slice(node.start, node.end))
}

/** The error of a call, or a new one, and nothing of the product beside it. */
const returnsError = (text: string) =>
  /^return (?:(?:nil|""|0|false|None), )*(?:err|error|e|errors\.New\([^()]*\)|fmt\.Errorf\([^()]*\)|Err\([^()]*\));?$/.test(
    text.slice(0, failureMostChars),
  ) || /^return [1-9]\d{0,2}$/.test(text)

const fails = (text: string) => /^(?:raise\b|panic!?\(|exit [1-9]\d{0,2}$|die\b)/.test(text)
const failureMostChars = 300
