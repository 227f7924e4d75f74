import { findingAt, shownMost, type Change, type FileChange, type Finding, type Side } from '../change.ts'
import { addedHits, hitsIn, lineText, patternsIn } from '../hits.ts'
import { languageOf } from '../languages.ts'
import { programOf } from '../syntax/find-traces.ts'
import { syntaxLanguageOf } from '../syntax/read.ts'
import { isFunction, type Program } from '../syntax/names.ts'
import {
  calleeOf,
  childOf,
  childrenOf,
  isCall,
  nearest,
  sourceOf,
  walk,
  type SyntaxNode,
  type SyntaxTree,
} from '../syntax/tree.ts'
import { isEvidence } from '../test-paths.ts'
import { callDoes, callPatterns, goPaths, javascriptPaths, pythonPaths, type CallKind } from './call-kinds.ts'

/** A place that reaches beyond the product: the name that is called or passed on, or the words of a pattern. */
interface ReachingCall {
  readonly kind: CallKind
  readonly line: number
  readonly source: string
  readonly start: number
  readonly end: number
}

interface FoundCall extends ReachingCall {
  readonly file: FileChange
}

/**
 * Calls that a change adds and that reach beyond the product: they run text, start programs, open the network or read all
 * variables. Those of tests are only listed, unless they name another machine.
 */
export const addedCalls = (change: Change): Finding[] => {
  const found = (at: 'before' | 'after') =>
    change.files.flatMap((file) => (file[at] ? reachingCalls(file[at]).map((one) => ({ ...one, file })) : []))
  const keyOf = ({ kind, source, file }: FoundCall) => `${isEvidence(file.path)} ${kind} ${source}`
  const byFile = Map.groupBy(addedHits(found('before'), found('after'), keyOf), ({ file }) => file)
  return [...byFile.values()].flatMap((calls) => calls.slice(0, shownMost).map(findingOf))
}

const findingOf = ({ kind, line, source, file: { path } }: FoundCall): Finding => {
  const level = isEvidence(path) && kind !== 'certificate_unchecked' && !reachesOut(source) ? 'note' : 'ask'
  return findingAt(path, line, kind, `${callDoes[kind]}: “${source.slice(0, 100)}”.`, level)
}

/** Tests start the product and speak to it on this machine. */
const reachesOut = (source: string) =>
  /\b(?:https?|wss?|ftp):\/\/(?!(?:localhost|127[.]\d|\[::1\]|0[.]0[.]0[.]0|[\w.-]*\bexample\b|[\w.-]+[.](?:test|invalid|local)\b|[$]\{))/i.test(
    source,
  ) || /\b(?:curl|wget|ncat|base64)\b/.test(source)

/** The calls on a file's side that reach beyond the product, at most one per kind and line. */
export const reachingCalls = (side: Side): ReachingCall[] => {
  const isShell = syntaxLanguageOf(side.path, side.views.raw) === 'shell'
  const language = isShell ? 'hash' : languageOf(side.path)
  if (!language || (language === 'hash' && !isShell)) return []
  const { raw, text, code } = side.views
  // Directives of Go are comments, and the words of a shell may be quoted.
  const view = language === 'go' ? raw : isShell ? text : code
  const ofText = patternsIn(callPatterns[language]).flatMap(([kind, pattern]) =>
    hitsIn(view, pattern).map(({ line, index, found }) => ({
      kind,
      line,
      source: lineText(raw, index),
      start: index,
      end: index + found.length,
    })),
  )
  const all = [...treeCalls(side), ...ofText]
  return [...new Map(all.map((one) => [`${one.kind} ${one.line}`, one])).values()]
}

const tables = { javascript: javascriptPaths, python: pythonPaths, go: goPaths } as const

const treeCalls = (side: Side): ReachingCall[] => {
  const program = programOf(side)
  if (!program || program.tree.language === 'shell') return []
  const table = tables[program.tree.language]
  const found: ReachingCall[] = []
  for (const node of walk(program.tree.root, ({ type }) => !imports.test(type))) {
    const path = pathIn(program, node)
    if (path === undefined) continue
    const kind = table.find(([, pattern]) => pattern.test(path))?.[0] ?? variablesOf(node, path)
    if (!kind) continue
    const { line, start, end } = node
    found.push({ kind, line, source: callText(program.tree, node), start, end })
  }
  return found
}

const imports = /^(?:ImportDeclaration|import_statement|import_from_statement|import_declaration)$/
const member = /^(?:(?:Optional)?MemberExpression|attribute|selector_expression)$/
const name = /^(?:Identifier|identifier)$/

/** The path to which a node leads: a name, a member, a call that returns a member, or a module from elsewhere. */
const pathIn = ({ names }: Program, node: SyntaxNode): string | undefined => {
  if (isRead(node)) return names.pathOf(node)
  if (node.type === 'ImportDeclaration') return `import:${String(childOf(node, 'source')?.value)}`
  const isLoad = isCall(node) || node.type === 'ImportExpression'
  return isLoad ? (moduleOf(names, node) ?? names.pathOf(node)) : undefined
}

const modules = /^(?:node:)?(?:child_process|vm)$/

/** A module by a name that some function gets, such as one of `createRequire`. */
const moduleOf = ({ fold }: Program['names'], node: SyntaxNode): string | undefined => {
  const [first] = childrenOf(node, 'arguments')
  const callee = childOf(node, 'callee')
  const module = first && fold(first)
  if (callee?.type !== 'Identifier' || callee.value === 'require') return undefined
  if (typeof module !== 'string' || !modules.test(module)) return undefined
  return module.endsWith('vm') ? 'import:vm.Script' : 'import:child_process.exec'
}

/** A name or a member that is read: neither the declaration of a name, nor a part of a longer path. */
const isRead = (node: SyntaxNode): boolean => {
  if (!member.test(node.type) && !name.test(node.type)) return false
  const { parent, field } = node
  if (!parent || member.test(parent.type)) return false
  if (/^(?:id|key|local|imported|exported|alias|label|exprName)$/.test(field)) return false
  return !(field === 'name' && /^(?:keyword_argument|function_|class_|method_|parameter)/.test(parent.type))
}

/** The call of a name, or the expression that passes it on. The bodies of functions that it gets are left out. */
const callText = (tree: SyntaxTree, node: SyntaxNode): string => {
  const around = nearest(node, isCall) ?? node.parent ?? node
  if (around.line !== node.line) return sourceOf(tree, node)
  const functions = [...walk(around, (each) => !isFunction(each))].filter(isFunction)
  if (functions.length === 0) return sourceOf(tree, around)
  return `${sourceOf(tree, calleeOf(around) ?? node)}(…)`
}

const environments = /^(?:process\.env|os\.environb?)$/
/** Nodes that copy, pass on or list a value. */
const passing =
  /^(?:SpreadElement|SpreadProperty|(?:Optional)?CallExpression|NewExpression|ForInStatement|ForOfStatement|ReturnStatement|TemplateLiteral|argument_list|dictionary_splat|list_splat|for_statement|return_statement|for_in_clause|interpolation|keyword_argument|pair)$/

/** All variables at once: copied, passed on, listed or sent. */
const variablesOf = (node: SyntaxNode, path: string): CallKind | undefined => {
  if (/^os\.environb?\.(?:copy|items|values|keys)$/.test(path)) return 'variables_read'
  const { parent } = node
  if (!parent || !environments.test(path) || node.field === 'callee') return undefined
  const isPart = parent.type === 'ObjectProperty' && node.field === 'value'
  const pattern = parent.type === 'VariableDeclarator' ? childOf(parent, 'id') : undefined
  const isRest = pattern?.children.some(({ type }) => type === 'RestElement')
  return isPart || isRest || (passing.test(parent.type) && !isSingleRead(parent, node)) ? 'variables_read' : undefined
}

/** `Object.hasOwn(process.env, 'CI')`, `getattr(os.environ, …)` and `Reflect.get(process.env, 'CI')` read one of them. */
const isSingleRead = (parent: SyntaxNode, node: SyntaxNode): boolean =>
  parent.children.indexOf(node) === 1 &&
  /\b(?:hasOwn|hasOwnProperty|has|get)$/.test(String(childOf(childOf(parent, 'callee'), 'property')?.value ?? ''))
