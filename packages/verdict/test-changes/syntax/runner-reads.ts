import type { Level } from '../change.ts'
import { patternsIn } from '../hits.ts'
import { scopeOf, type Program, type Trace } from './names.ts'
import { childOf, isInside, walk, type SyntaxLanguage, type SyntaxNode } from './tree.ts'

/** The facts that show a program how it was started. */
type Source = 'environment' | 'mode' | 'runner' | 'script' | 'arguments' | 'stack' | 'modules' | 'process'

/** Variables that only runners set. */
const runnerVariable =
  /^(?:VITEST(?:_\w+)?|JEST_\w+|NODE_TEST_\w+|PYTEST_\w+|MOCHA_\w+|BATS_\w+|RSPEC_\w+|CARGO_NEXTEST\w*|GO_TEST\w*|npm_lifecycle_(?:event|script)|npm_command|TAP|TAP_\w+)$/
const runnerPrefix = /^(?:VITE?ST|JEST|NODE_TE|PYTE|MOCHA|BATS|RSPEC|CARGO_NEXTEST|npm_lif)/
const runnerGlobal =
  /^(?:describe|it|test|expect|jest|vi|vitest|mocha|jasmine|QUnit|suite|beforeEach|afterEach|__vitest_\w+__)$/
const testWord =
  /(?:^|[^a-z])(?:tests?|specs?|testing|unittest|_?pytest|vitest|jest|mocha|jasmine|nose|bats|testRunner)(?:$|[^a-z])/i
const runnerWord = /(?:^|[^a-z])(?:unittest|_?pytest|vitest|jest|mocha|jasmine|nose|node:test|tests)(?:$|[^a-z])/i
const goFlag = /^-?-?test[.]/

const sources: Readonly<Record<SyntaxLanguage, Readonly<Partial<Record<Source, RegExp>>>>> = {
  javascript: {
    mode: /^process\.env\.NODE_ENV$/,
    environment: /^process\.env$/,
    script:
      /^process\.(?:argv\.[01]|argv0|execArgv|title|mainModule(?:\.\w+)*)$|^require\.main\.\w+$|^module\.parent(?:\.\w+)*$/,
    arguments: /^process\.argv$/,
    stack: /^Error\(\)\.stack$|^Error\.(?:captureStackTrace|prepareStackTrace)$/,
    modules: /^require\.cache$|^process\.moduleLoadList$|^module\.children$|^import:module(?:\.default)?\._cache$/,
  },
  python: {
    environment: /^os\.(?:environb?|getenv|putenv)$/,
    script:
      /^sys\.(?:argv\.0|orig_argv\.[01])$|^__main__(?:\.__file__|\.__spec__)?$|^sys\.modules\.__main__(?:\.\w+)?$/,
    arguments: /^sys\.(?:argv|orig_argv)$/,
    stack:
      /^inspect\.(?:stack|currentframe|getouterframes)\(\)|^sys\._getframe\(\)|^traceback\.(?:extract_stack|format_stack|walk_stack)\(\)|^sys\._current_frames\(\)/,
    modules: /^sys\.modules$/,
  },
  go: {
    environment: /^os\.(?:Getenv|LookupEnv|Environ)$/,
    script: /^os\.(?:Args\.0|Executable\(\))$/,
    arguments: /^os\.Args$/,
    stack: /^(?:runtime|debug|runtime\/debug)\.(?:Caller|Callers|CallersFrames|Stack|ReadBuildInfo)\(\)$/,
    modules: /^flag\.(?:Lookup|VisitAll|CommandLine|Visit)$/,
    process: /^runtime\.NumGoroutine\(\)$/,
  },
  shell: {
    environment: /^(?:env|printenv|export|set)$/,
    script: /^\$(?:0|BASH_SOURCE|_)$/,
    stack: /^\$(?:PPID|FUNCNAME|BASH_LINENO)$|^(?:ps|pgrep|caller)$/,
  },
}

const asks = 'asks whether a test runs the code'

/** Product code that asks for its runner: by a name that only runners have, or by how the program was started. */
export const runnerReads = (program: Program): Trace[] => {
  if (program.isEvidence) return []
  const found: Trace[] = []
  for (const node of walk(program.tree.root)) found.push(...namedReads(program, node))
  for (const { path, node } of program.names.patternReads) found.push(...variableRead(program, node, path))
  return [...found, ...startReads(program, found)]
}

const refused = (node: SyntaxNode): Trace => ({ kind: 'test_detected', level: 'refuse', node, does: asks })
const asked = (node: SyntaxNode, does = asks): Trace => ({ kind: 'test_detected', level: 'ask', node, does })

const namedReads = (program: Program, node: SyntaxNode): Trace[] => {
  const { language } = program.tree
  if (language === 'shell')
    return isShellVariable(node) && runnerVariable.test(String(node.value)) ? [refused(node)] : []
  if (language === 'javascript') return namedReadsOfJavaScript(program, node)
  if (!/^(?:call|call_expression|subscript)$/.test(node.type)) return []
  const path = program.names.pathOf(childOf(node, 'function') ?? childOf(node, 'value')!) ?? ''
  const first = childOf(node, 'subscript') ?? childOf(node, 'arguments')?.children[1]
  if (path === 'testing.Testing') return language === 'go' ? [refused(node)] : []
  if (/^flag\.(?:CommandLine\.)?Lookup$/.test(path))
    return language === 'go' && first && program.names.fold(first) === undefined ? [asked(node)] : []
  if (!first || !/^os\.(?:environb?(?:\.\w+)?|getenv|Getenv|LookupEnv)$/.test(path)) return []
  return runnerVariable.test(String(program.names.fold(first))) && !isWritten(node) ? [refused(node)] : []
}

const isShellVariable = ({ type, parent }: SyntaxNode) =>
  type === 'variable_name' && /^(?:simple_expansion|expansion|subscript|unary_expression)$/.test(parent?.type ?? '')

const namedReadsOfJavaScript = (program: Program, node: SyntaxNode): Trace[] => {
  const { names } = program
  if (/^(?:Optional)?MemberExpression$/.test(node.type)) {
    const path = names.pathOf(node)
    if (path === undefined) return runnerMember(program, node)
    if (path === 'import.meta.vitest') return [refused(node)]
    const isOfGlobal = globalObject.test(names.pathOf(childOf(node, 'object')!) ?? '')
    if (isOfGlobal && runnerGlobal.test(path)) return isWritten(node) ? [] : [refused(node)]
    return variableRead(program, node, path)
  }
  if (node.type === 'UnaryExpression' && node.value === 'typeof') {
    const name = childOf(node, 'argument')!
    const isOwn = program.names.bound.has(String(name.value))
    return name.type === 'Identifier' && runnerGlobal.test(String(name.value)) && !isOwn ? [refused(node)] : []
  }
  return isGlobalAsked(program, node) ? [refused(node)] : []
}

const globalObject = /^(?:globalThis|global|window|self)$/
const asksForMember = /^(?:Object\.hasOwn|Reflect\.(?:has|get)|Object\.prototype\.hasOwnProperty\.call)$/

/** `'describe' in globalThis`, `Object.hasOwn(globalThis, 'it')`, `Reflect.has(global, 'jest')`. */
const isGlobalAsked = ({ names }: Program, node: SyntaxNode) => {
  const isIn = node.type === 'BinaryExpression' && node.value === 'in'
  const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined
  if (!isIn && !(callee && asksForMember.test(names.pathOf(callee) ?? ''))) return false
  const parts = isIn ? node.children : node.children.slice(1)
  return (
    parts.some((part) => globalObject.test(names.pathOf(part) ?? '')) &&
    parts.some((part) => runnerGlobal.test(String(names.fold(part))))
  )
}

const variableRead = (program: Program, node: SyntaxNode, path: string): Trace[] => {
  const [, name] = /^process\.env\.(\w+)$/.exec(path) ?? []
  if (name === undefined) return runnerMember(program, node)
  if (!runnerVariable.test(name) || isWritten(node)) return []
  if (!/^npm_|^TAP/.test(name)) return [refused(node)]
  return wordsNear(program, sentenceOf(node)).some((word) => testWord.test(word)) ? [refused(node)] : [asked(node)]
}

/** A variable of runners that is read from what may be the environment under another name. */
const runnerMember = ({ names }: Program, node: SyntaxNode): Trace[] => {
  const property = childOf(node, 'property')
  if (!property || isWritten(node)) return []
  const name = node.value === true ? names.fold(property) : property.value
  return /^(?:VITEST(?:_\w+)?|JEST_WORKER_ID|NODE_TEST_CONTEXT|PYTEST_CURRENT_TEST)$/.test(String(name))
    ? [refused(node)]
    : []
}

const isWritten = (node: SyntaxNode) =>
  (node.field === 'left' && /^(?:Assignment|assignment)/.test(node.parent!.type)) ||
  (node.parent?.type === 'UnaryExpression' && node.parent.value === 'delete') ||
  node.parent?.type === 'delete_statement'

/** Reads of the environment as a whole, of arguments, the stack and loaded modules, judged by the words beside them. */
const startReads = (program: Program, named: readonly Trace[]): Trace[] => {
  const tainted = taintedNames(program)
  const found = new Map<SyntaxNode, Question>()
  for (const node of walk(program.tree.root)) {
    const direct = sourceAt(program, node)
    const source = direct ?? taintOf(node, tainted)
    if (!source) continue
    const sentence = sentenceOf(node)
    const question = found.get(sentence) ?? { sentence, kinds: new Set(), isDirect: false }
    question.kinds.add(source)
    found.set(sentence, { ...question, isDirect: question.isDirect || direct !== undefined })
  }
  return [...found.values()].flatMap((question) => {
    const { sentence, kinds } = question
    if (named.some(({ node }) => isInside(node, sentence))) return []
    const level = levelOf(program, question)
    const does = kinds.has('mode') ? 'behaves differently in tests' : asks
    return level ? [{ kind: 'test_detected', level, node: sentence, does }] : []
  })
}

/** A sentence that reads how the program was started. */
interface Question {
  readonly sentence: SyntaxNode
  readonly kinds: Set<Source>
  /** Whether it reads it itself, and not by a name that holds it. */
  readonly isDirect: boolean
}

const sourceAt = ({ tree, names }: Program, node: SyntaxNode): Source | undefined => {
  const path = tree.language === 'shell' ? shellPath(node) : isRead(node) ? names.pathOf(node) : undefined
  return path === undefined
    ? undefined
    : patternsIn(sources[tree.language]).find(([, pattern]) => pattern.test(path))?.[0]
}

const isRead = (node: SyntaxNode) =>
  /^(?:(?:Optional)?MemberExpression|Identifier|CallExpression|attribute|identifier|subscript|call|selector_expression|index_expression|call_expression)$/.test(
    node.type,
  ) && !isWritten(node)

const shellPath = (node: SyntaxNode) => {
  if (/^(?:special_variable_name|variable_name)$/.test(node.type)) return `$${node.value}`
  return node.type === 'command_name' ? String(node.value) : undefined
}

type Tainted = ReadonlyMap<SyntaxNode, ReadonlyMap<string, Source | undefined>>

const taintOf = (node: SyntaxNode, tainted: Tainted): Source | undefined => {
  if (!/^(?:Identifier|identifier|variable_name)$/.test(node.type)) return undefined
  if (/^(?:property|key|attribute|field|id|name)$/.test(node.field)) return undefined
  const name = String(node.value)
  for (let scope = scopeOf(node); ; scope = scopeOf(scope)) {
    const names = tainted.get(scope)
    if (names?.has(name)) return names.get(name)
    if (!scope.parent) return undefined
  }
}

const roundsMost = 4
const passedMost = 60

/** Names of each function that hold a read value, by their binding; its other names are included. */
const taintedNames = (program: Program): Tainted => {
  const tainted = new Map<SyntaxNode, Map<string, Source | undefined>>()
  const { bindings } = program.names
  for (const { name, scope } of bindings) {
    const names = tainted.get(scope) ?? new Map<string, Source | undefined>()
    tainted.set(scope, names.set(name, undefined))
  }
  for (let round = 0; round < roundsMost; round += 1) {
    let isChanged = false
    for (const { name, from, scope } of bindings) {
      const names = tainted.get(scope)!
      const source = from && names.get(name) === undefined ? sourceWithin(program, from, tainted) : undefined
      if (source === undefined) continue
      names.set(name, source)
      isChanged = true
    }
    if (!isChanged) break
  }
  return tainted
}

/** The source that an expression reads; an expression as large as a program proves nothing about a name. */
const sourceWithin = (program: Program, from: SyntaxNode, tainted: Tainted) => {
  let count = 0
  const isPart = ({ type }: SyntaxNode) => !/^(?:ObjectExpression|BlockStatement|ClassBody|dictionary)$/.test(type)
  for (const node of walk(from, isPart)) {
    count += 1
    if (count > passedMost) return undefined
    const source = sourceAt(program, node) ?? taintOf(node, tainted)
    if (source && source !== 'environment' && source !== 'mode') return source
    if (source && isWholeEnvironment(node)) return source
  }
  return undefined
}

/** Whether the environment is listed here, and not asked for one variable. */
const isWholeEnvironment = (node: SyntaxNode) => {
  const { parent, field } = node
  if (!parent) return false
  const isAsked = /Member|attribute|subscript|selector/.test(parent.type) && /^(?:object|value|operand)$/.test(field)
  return !isAsked || /^(?:keys|items|values|copy)$/.test(String(childOf(parent, 'attribute')?.value))
}

const sentences =
  /Statement$|^VariableDeclarator$|^ObjectProperty$|^Class\w*Property$|_statement$|_definition$|parameters?$|^expression_statement$|^(?:block|module|source_file|program|Program|BlockStatement|short_var_declaration|assignment|case_item|keyed_element|pair|var_spec|const_spec|else_clause|elif_clause|test_command|communication_case|expression_case|SwitchCase)$/

/** The statement, or its part, that contains a place: for an `if` its condition. */
const sentenceOf = (node: SyntaxNode): SyntaxNode => {
  let at = node
  while (at.parent && !sentences.test(at.type)) {
    if (/^(?:test|condition|discriminant)$/.test(at.field) && !/Conditional|conditional/.test(at.parent.type))
      return at.field === 'discriminant' ? at.parent : at
    if (at.type === 'pipeline' || (at.type === 'command' && at.parent.type !== 'pipeline')) return at
    at = at.parent
  }
  return at
}

const bodies = /^(?:BlockStatement|ClassBody|block|statement_list|compound_statement|do_group)$/

/** Texts and expressions of a sentence, without the bodies inside of it. */
const wordsNear = ({ names, tree }: Program, sentence: SyntaxNode): string[] => {
  const words: string[] = []
  const add = (node: SyntaxNode): boolean => {
    if (node !== sentence && (bodies.test(node.type) || isBranch(node, sentence) || isCaseBody(node))) return false
    if (node.field === 'key' && node.parent!.type === 'ObjectProperty') return false
    if (node.type === 'RegExpLiteral' || (tree.language === 'shell' && isShellWord(node)))
      words.push(String(node.value))
    const folded = names.fold(node)
    if (folded !== undefined) words.push(...(typeof folded === 'object' ? folded.map(String) : [String(folded)]))
    return folded === undefined
  }
  const walked = walk(sentence, (node) => verdicts.get(node) ?? true)
  const verdicts = new Map<SyntaxNode, boolean>()
  for (const node of walked) verdicts.set(node, add(node))
  return words
}

const isShellWord = ({ type }: SyntaxNode) => /^(?:extglob_pattern|word|string_content|raw_string|regex)$/.test(type)
const isBranch = (node: SyntaxNode, sentence: SyntaxNode) =>
  node.parent === sentence &&
  /^(?:consequent|alternate|body|consequence|alternative)$/.test(node.field) &&
  /^(?:If|While|For|if_|while_|for_|elif)/.test(sentence.type)

/** The body of a case, without its condition. */
const isCaseBody = ({ parent, field }: SyntaxNode) =>
  (parent?.type === 'case_item' && field !== 'value') || (parent?.type === 'SwitchCase' && field === 'consequent')

const predicates =
  /^(?:startsWith|endsWith|includes|indexOf|match|test|search|has|startswith|endswith|find|some|Contains|HasPrefix|HasSuffix|MatchString)$/

const shellQuestion = /^(?:test_command|case_statement|pipeline)$/

const levelOf = (program: Program, { sentence, kinds, isDirect }: Question): Level | undefined => {
  if (program.tree.language === 'shell' && !shellQuestion.test(sentence.type)) return undefined
  const near = wordsNear(program, sentence).filter((word) => !/\S\s+\S/.test(word))
  const isServerGuard = kinds.has('mode') && near.includes('test') && startsServer(program, sentence)
  // The guard's own “test” is the mode, and is unrelated to the script or the arguments that it asks for as well.
  const words = isServerGuard ? near.filter((word) => word !== 'test') : near
  const speaksOfTests = words.some((word) => testWord.test(word) || goFlag.test(word))
  if (kinds.has('environment') && words.some((word) => runnerPrefix.test(word.replace(/^\W+/, '')))) return 'refuse'
  if (kinds.has('modules') && words.some((word) => runnerWord.test(word) || goFlag.test(word))) return 'refuse'
  if (kinds.has('script') || kinds.has('stack')) {
    if (speaksOfTests) return 'refuse'
    if (isServerGuard) return 'note'
    return isDirect && compares(program, sentence) ? 'ask' : undefined
  }
  // A Go test runs in its own goroutine, and nothing makes its calls again outside of it.
  if (kinds.has('process')) return isCompared(sentence) ? 'ask' : undefined
  if (kinds.has('arguments') && speaksOfTests) return 'ask'
  if (isServerGuard) return 'note'
  return kinds.has('mode') && words.includes('test') ? 'ask' : undefined
}

/** Whether a sentence compares with a text that it names. */
const compares = ({ names, tree }: Program, sentence: SyntaxNode) => {
  for (const node of walk(sentence, (each) => each === sentence || !bodies.test(each.type))) {
    const property = childOf(node, 'property') ?? childOf(node, 'attribute') ?? childOf(node, 'field')
    if (property && predicates.test(String(property.value)) && node.field === 'callee') {
      const given = node.parent!.children.slice(1)
      if (given.some((one) => one.type === 'RegExpLiteral' || typeof names.fold(one) === 'string')) return true
    }
    const isEquality = node.type === 'comparison_operator' && node.children.some(({ type }) => equality.test(type))
    if (tree.language === 'python' && isEquality)
      if (node.children.some((one) => /\w/.test(String(names.fold(one) ?? '')))) return true
  }
  return false
}

const equality = /^(?:in|==|!=|not in)$/

const comparison = /^(?:[<>]=?|[=!]=)$/

/** Whether a sentence compares, as that of a metric does not. */
const isCompared = (sentence: SyntaxNode): boolean =>
  [...walk(sentence, (each) => each === sentence || !bodies.test(each.type))].some(
    ({ type, value }) => comparison.test(type) || (type === 'binary_expression' && comparison.test(String(value))),
  )

const serverStart = /^(?:listen|serve|start|startServer|createServer|bootstrap|run|main)$/

/** A guard around the start of a server, which tests do without anyway. */
const startsServer = ({ tree }: Program, sentence: SyntaxNode) => {
  const guards = sentence.field === 'test' && sentence.parent?.type === 'IfStatement'
  const inner = guards
    ? sentence.parent
    : [...walk(sentence)].find(({ type, value }) => type === 'LogicalExpression' && value === '&&')
  if (tree.language !== 'javascript' || !inner || childOf(inner, 'alternate')) return false
  const isNegated = [...walk(childOf(inner, 'test') ?? inner)].some(({ value }) => value === '!==' || value === '!=')
  const called = [...walk(childOf(inner, 'consequent') ?? childOf(inner, 'right')!)]
    .filter(({ type, parent }) => type === 'CallExpression' && parent!.type !== 'VariableDeclarator')
    .map((call) => childOf(call, 'callee')!)
    .map((callee) => String((childOf(callee, 'property') ?? callee).value))
  return isNegated && called.some((name) => serverStart.test(name))
}
