import type { Program, Trace } from './names.ts'
import type { Replacement } from './replaced-assertions.ts'
import { argumentsOf } from './names-scripts.ts'
import { childOf, nearest, walk, type SyntaxNode } from './tree.ts'

const patched = (node: SyntaxNode, path: string): Trace => ({
  kind: 'subject_patched',
  level: 'ask',
  node,
  does: `replaces a part of what it tests, or of the runner (${path})`,
})

/** Tests that replace parts of the product or the runner, beyond the replacements that their runner undoes. */
export const patchedSubjects = (program: Program, replacements: readonly Replacement[]): Trace[] => {
  const { tree, isEvidence } = program
  if (!isEvidence) return []
  if (tree.language === 'go') return patchedByGo(program)
  const isPatch = tree.language === 'javascript' ? isJavaScriptPatch : isPythonPatch
  const found = replacements
    .filter((one) => isPatch(program, one))
    .map(({ node, path }) => patched(node, path.replace(/^import:/, '')))
  return [...found, ...(tree.language === 'python' ? patchedTables(program) : [])]
}

const loaders =
  /^(?:require\.(?:cache|extensions)|module\.constructor|import:module(?:\.default)?|import:module\.Module)\./

const isJavaScriptPatch = (program: Program, { path, value }: Replacement) => {
  if (loaders.test(path)) return true
  const [, source, member] = /^import:((?:\.{1,2}\/)*[^.]*)\.(.+)$/.exec(importPath(path)) ?? []
  if (source === undefined || member === undefined || !/^[./]/.test(source)) return false
  return /\.prototype\.|^prototype\./.test(member) || isCode(program, value)
}

/** A path whose module is known to the last ending: `import:../sum.js.add` has the member `add`. */
const importPath = (path: string) => path.replace(/[.]([cm]?[jt]sx?|json)(?=[.])/, '')

const isCode = ({ names }: Program, value: SyntaxNode | undefined): boolean => {
  if (!value) return false
  if (/Function|Method|^lambda$|^Class/.test(value.type)) return true
  if (!/^[Ii]dentifier$/.test(value.type)) return false
  const from = names.bindings.find(({ name }) => name === value.value)?.from
  return from === undefined ? names.bound.has(String(value.value)) : /Function|^lambda$|^return/.test(from.type)
}

const isPythonPatch = (program: Program, { path, value, node }: Replacement) => {
  if (/\.(?:__code__|__defaults__|__kwdefaults__|__class__|__dict__(?:\.\S+)?|__globals__\.\S+)$/.test(path))
    return !isSelf(path)
  if (/^sys\.(?:modules\.|meta_path|path_hooks)/.test(path)) return true
  if (/^(?:local:|self\.|cls\.)/.test(path) || !path.includes('.') || isSelf(path)) return false
  const isImported = [...walk(program.tree.root)].some(
    ({ type, value: word }) => /^import(?:_from)?_statement$/.test(type) && String(word).includes(path.split('.')[0]!),
  )
  if (!isImported || isUndone(node)) return false
  return isCode(program, value) || /^(?:dictionary|call|list|conditional_expression)$/.test(value?.type ?? '')
}

const isSelf = (path: string) => /^(?:self|cls|local:self|local:cls)\./.test(path)

/** Inside of a block that restores its changes. */
const isUndone = (node: SyntaxNode) =>
  nearest(
    node,
    ({ type, children }) => type === 'try_statement' && children.some((one) => one.type === 'finally_clause'),
  ) !== undefined

const tableSetters = /^sys\.(?:meta_path|path_hooks|modules)\.(?:insert|append|update|setdefault|__setitem__)$/

/** `sys.meta_path.insert(…)` and `module.__dict__[…] = …` by calls. */
const patchedTables = ({ tree, names }: Program): Trace[] =>
  [...walk(tree.root)].flatMap((node) => {
    if (node.type !== 'call') return []
    const path = names.pathOf(childOf(node, 'function')!) ?? ''
    const isTable = tableSetters.test(path)
    const isOfMemory = /^gc\.get_(?:referents|objects)$|^ctypes\.pythonapi\./.test(path)
    return isTable || (isOfMemory && argumentsOf(node).length > 0) ? [patched(node, path)] : []
  })

/** Code that runs before any test of the package and assigns a declaration of another file. */
const patchedByGo = ({ tree, names }: Program): Trace[] => {
  const own = new Set<string>()
  for (const node of walk(tree.root))
    if (/^(?:var_spec|const_spec|short_var_declaration)$/.test(node.type))
      for (const part of walk(childOf(node, 'name') ?? childOf(node, 'left') ?? node))
        if (part.type === 'identifier') own.add(String(part.value))
  const early = tree.root.children.filter(
    (node) =>
      node.type === 'var_declaration' ||
      (node.type === 'function_declaration' && /^(?:init|TestMain)$/.test(String(childOf(node, 'name')?.value))),
  )
  return early.flatMap((outer) =>
    [...walk(outer)].flatMap((node) => {
      if (node.type !== 'assignment_statement') return []
      return childOf(node, 'left')!
        .children.filter(({ type }) => assignable.test(type))
        .filter((target) => !own.has(String(firstOf(target).value)) && firstOf(target).value !== '_')
        .map((target) => patched(node, names.pathOf(target)?.replace(/^local:/, '') ?? 'a variable'))
    }),
  )
}

const assignable = /^(?:identifier|selector_expression|index_expression|unary_expression)$/

const firstOf = (node: SyntaxNode): SyntaxNode => {
  let at = node
  while (at.children[0]) at = childOf(at, 'operand') ?? at.children[0]
  return at
}
