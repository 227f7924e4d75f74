import type { Node } from '../grammar.ts'
import { hasHiddenCharacters, speaksToReaders } from '../readers.ts'

/** Modules that read annotations or documentation of functions when the program runs. */
const readsAnnotations =
  /\b(?:fastapi|starlette|litestar|flask|pydantic|typer|click|docopt|argparse|dataclass\w*|attrs?|msgspec|typeguard|beartype|singledispatch|inject\w*|punq|lagom|mcp|langchain\w*|openai|inspect|pydoc|doctest|ply|lark|celery|graphene|strawberry|get_type_hints|getdoc|__annotations__|__doc__|__wrapped__)\b/
const example = />>>|^[ \t]*\.\. /m

/** Whether a node of a program is documentation, a type that nothing reads, or a `return` of nothing at the end. */
export const erasedInPython = (text: string): ((node: Node) => boolean) => {
  const isRead = readsAnnotations.test(text)
  return (node) => {
    if (node.type === 'return_statement') return isIdleReturn(node)
    if (isRead) return false
    return node.type === 'expression_statement' ? isDocumentation(node) : isType(node)
  }
}

const isDocumentation = (node: Node): boolean => {
  const [string] = node.namedChildren
  if (node.namedChildCount !== 1 || string?.type !== 'string') return false
  const quoted = string.text
  if (!/^[rRuU]?["']/.test(quoted) || example.test(quoted)) return false
  if (hasHiddenCharacters(quoted) || speaksToReaders(quoted)) return false
  const block = node.parent
  if (!block || withoutComments(block)[0]?.id !== node.id) return false
  if (block.type === 'module') return true
  const owner = block.parent
  // A decorator may read the documentation of its function.
  if (block.type !== 'block' || owner?.parent?.type === 'decorated_definition') return false
  return owner?.type === 'class_definition'
    ? owner.childForFieldName('superclasses') === null
    : owner?.type === 'function_definition' && !/^[pt]_/.test(owner.childForFieldName('name')?.text ?? '')
}

const isIdleReturn = (node: Node): boolean => {
  const value = withoutComments(node)
  if (value.length > 1 || (value[0] && value[0].type !== 'none')) return false
  const block = node.parent
  const statements = block ? withoutComments(block) : []
  return block?.parent?.type === 'function_definition' && statements.length > 1 && statements.at(-1)?.id === node.id
}

const withoutComments = ({ namedChildren }: Node) => namedChildren.filter((child) => child?.type !== 'comment')

/**
 * A type on a parameter, a result or a local name, if nothing reads it: not in a constructor, whose types are read when
 * objects are made, not in a decorated function, and not in class fields.
 */
const isType = (node: Node): boolean => {
  const { type, parent } = node
  if (!parent) return false
  const annotation = type === 'type' ? node : node.nextSibling
  // Calls in an annotation are carried out.
  if (annotation?.type !== 'type' || /[(:]|\b(?:await|yield|lambda)\b/.test(annotation.text)) return false
  if (parent.type === 'typed_parameter' || parent.type === 'typed_default_parameter') {
    const parameters = parent.parent
    return parameters?.type === 'parameters' && isPlainFunction(parameters.parent)
  }
  if (parent.type === 'function_definition') return isPlainFunction(parent)
  return parent.type === 'assignment' && parent.childForFieldName('right') !== null && isLocal(parent)
}

const isPlainFunction = (node: Node | null): boolean =>
  node?.type === 'function_definition' &&
  node.parent?.type !== 'decorated_definition' &&
  !/^__(?:init|new|call|get|set|post_init)__$/.test(node.childForFieldName('name')?.text ?? '') &&
  !isInKnownClass(node)

/** Whether a function is in a class that has a parent or a decorator, which may read it. */
const isInKnownClass = (node: Node): boolean => {
  const owner = node.parent?.parent
  if (owner?.type !== 'class_definition') return false
  return owner.childForFieldName('superclasses') !== null || owner.parent?.type === 'decorated_definition'
}

/** Whether an assignment is one of a function or a module. */
const isLocal = (assignment: Node): boolean => {
  for (let next = assignment.parent; next; next = next.parent) {
    if (next.type === 'class_definition') return false
    if (next.type === 'function_definition') return true
  }
  return true
}

/** A string in one kind of quotes, if no escape, quote or expression is in it. */
export const writtenPythonString = (text: string): string => {
  const prefix = /^[a-zA-Z]{0,2}/.exec(text)![0]
  const quote = text[prefix.length]
  const content = text.slice(prefix.length + 1, -1)
  return !text.endsWith(quote ?? '') || /["'\\\n{}]/.test(content) ? text : `${prefix}"${content}"`
}
