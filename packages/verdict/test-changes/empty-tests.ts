import type { Change, Finding, Level, Side } from './change.ts'
import { isProgram } from './languages.ts'
import { programOf } from './syntax/find-traces.ts'
import type { Program } from './syntax/names.ts'
import { childOf, childrenOf, walk, type SyntaxNode } from './syntax/tree.ts'
import { valuesIn } from './values.ts'

/** New test files that prove nothing of the product: without an assertion, or without a use of the product. */
export const emptyTests = (change: Change): Finding[] => {
  const level: Level = 'ask'
  return change.files.flatMap(({ path, text, after }): Finding[] => {
    if (text.kind !== 'added' || !after?.isTest || after.tests.length === 0) return []
    if (after.assertions.length === 0)
      return [
        { kind: 'test_without_assertion', level, path, line: 1, reason: `${path} has tests without an assertion.` },
      ]
    const program = programOf(after)
    if (!program || usesProduct(program) || namesFile(change, after)) return []
    const reason = `${path} does not use the product: it imports none of it${mocksAlone(program) ? ', but mocks' : ''}.`
    return [{ kind: 'test_without_subject', level, path, line: 1, reason }]
  })
}

/** Whether a test names a document or data that the change touches, which it may read. */
const namesFile = ({ files }: Change, { views }: Side) => {
  const values = new Set(valuesIn(views.text).map(lastPart))
  return files.some(({ path, after }) => !isProgram(path) && !after?.isTest && values.has(lastPart(path)))
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const usesProduct = (program: Program): boolean => {
  const { language } = program.tree
  if (language === 'javascript') return usesInJavaScript(program)
  if (language === 'python') return usesInPython(program)
  if (language === 'go') return usesInGo(program)
  return callsInShell(program.tree.root)
}

const runners =
  /^(?:node:.*|assert(?:\/strict)?|test|vitest|@jest\/.*|@vitest\/.*|jest|mocha|chai|sinon|ava|tap|tape|uvu(?:\/.*)?|expect|should|jasmine|fast-check|@playwright\/test|@testing-library\/.*|fs|path|os|url|util|events|child_process|buffer|crypto|stream|timers)$/

/** Modules that a test mocks; importing such a module brings no product. */
const mockedIn = ({ tree, names }: Program) =>
  new Set(
    [...walk(tree.root)].flatMap((node) => {
      if (node.type !== 'CallExpression') return []
      const callee = names.pathOf(childOf(node, 'callee')!) ?? ''
      const name = String(childOf(childOf(node, 'callee'), 'property')?.value)
      if (!/(?:^|\.)(?:vi|jest|mock)$/.test(callee.replace(/\.\w+$/, '')) || !/^(?:mock|doMock|module)$/.test(name))
        return []
      const [module] = childrenOf(node, 'arguments')
      return module ? [String(names.fold(module))] : []
    }),
  )

const mocksAlone = (program: Program) => program.tree.language === 'javascript' && mockedIn(program).size > 0

const spawners = /^(?:import:)?child_process(?:\.default)?\.\w+$/

const usesInJavaScript = (program: Program): boolean => {
  const { tree, names } = program
  const mocked = mockedIn(program)
  for (const node of walk(tree.root)) {
    const source =
      node.type === 'ImportDeclaration' || node.type.startsWith('Export')
        ? childOf(node, 'source')?.value
        : /^import:(.+)$/.exec(isCall(node) ? (names.pathOf(node) ?? '') : '')?.[1]
    if (typeof source === 'string' && !runners.test(source) && !mocked.has(source)) return true
    if (!isCall(node)) continue
    const callee = childOf(node, 'callee')!
    if (spawners.test(names.pathOf(callee) ?? '') || isFree(program, callee)) return true
    // A path to be loaded that is computed may be that of the product.
    if (callee.type === 'Import' || callee.value === 'require') if (names.pathOf(node) === undefined) return true
  }
  return false
}

const isCall = ({ type }: SyntaxNode) => type === 'CallExpression' || type === 'NewExpression'
const runnerNames =
  /^(?:describe|it|test|expect|assert|jest|vi|suite|context|specify|before|after|beforeEach|afterEach|beforeAll|afterAll|require|x?it|fit|xtest|xdescribe|fdescribe|bench|setup|teardown)$/

/** A function that the file does not have, nor the language: a global of the product. */
const isFree = ({ names }: Program, callee: SyntaxNode) =>
  callee.type === 'Identifier' &&
  !names.bound.has(String(callee.value)) &&
  !runnerNames.test(String(callee.value)) &&
  !(String(callee.value) in globalThis)

const pythonRunners =
  /^(?:pytest|_pytest|unittest|mock|typing|os|sys|re|json|io|pathlib|tempfile|time|datetime|math|random|collections|itertools|functools|contextlib|hypothesis|string|copy|__future__|abc|dataclasses|decimal|enum|shutil|textwrap|warnings|logging|types|inspect)(?:\.|$)/
const pythonCalls =
  /^(?:len|range|str|int|float|list|dict|set|tuple|sorted|sum|min|max|abs|print|isinstance|open|zip|map|filter|any|all|repr|type|super|enumerate|round|bool|bytes|object|next|iter|getattr|hasattr|setattr|id|hash|callable|reversed|vars|frozenset|[A-Z]\w*(?:Error|Exception))$/

const usesInPython = ({ tree, names }: Program): boolean => {
  for (const node of walk(tree.root)) {
    if (/^import(?:_from)?_statement$/.test(node.type)) {
      const module = childOf(node, 'module_name')
      const imported = module ? [module] : childrenOf(node, 'name').map((name) => childOf(name, 'name') ?? name)
      if (imported.some(({ value }) => !pythonRunners.test(String(value)))) return true
    }
    if (node.type !== 'call') continue
    const callee = childOf(node, 'function')!
    const path = names.pathOf(callee) ?? ''
    if (/^(?:subprocess|os|runpy|importlib)\.(?:run|Popen|check_\w+|call|system|run_\w+|import_module)$/.test(path))
      return true
    if (callee.type === 'identifier' && !path.includes('.') && !path.startsWith('local:') && !pythonCalls.test(path))
      return true
  }
  // A fixture brings the product if a parameter of a test has its name.
  return [...walk(tree.root)].some(
    (node) =>
      node.type === 'function_definition' &&
      String(childOf(node, 'name')?.value).startsWith('test') &&
      [...walk(childOf(node, 'parameters') ?? node)].some(
        ({ type, value }) =>
          type === 'identifier' && !/^(?:self|cls|monkeypatch|tmp_path|capsys|request|caplog)$/.test(String(value)),
      ),
  )
}

const goCalls =
  /^(?:len|cap|make|new|append|copy|delete|panic|print|println|string|int|int64|float64|byte|rune|min|max|error|recover|close)$/
const goPackages =
  /^(?:testing|fmt|strings|strconv|errors|reflect|math|sort|os|time|bytes|io|context|sync|regexp|slices|maps)\./

/** In Go the package of a test is its subject: a call, or a type, that the file itself does not declare. */
const usesInGo = ({ tree, names }: Program): boolean =>
  [...walk(tree.root)].some((node) => {
    if (node.type === 'import_spec') {
      const module = String(childOf(node, 'path')?.value)
      return /^[^.]*[.].*\//s.test(module) && !/testify|gomega|ginkgo|go-cmp/.test(module)
    }
    if (node.type === 'composite_literal') {
      const type = childOf(node, 'type')
      return type?.type === 'type_identifier' && !declaresType(tree.root, String(type.value))
    }
    if (node.type !== 'call_expression') return false
    const path = names.pathOf(childOf(node, 'function')!) ?? ''
    return (
      path !== '' &&
      !/^(?:local:|\()/.test(path) &&
      !goPackages.test(`${path}.`) &&
      !goCalls.test(path) &&
      !path.includes('.')
    )
  })

const declaresType = (root: SyntaxNode, name: string) =>
  [...walk(root)].some(({ type, value, field }) => type === 'type_identifier' && field === 'name' && value === name)

const shellWords =
  /^(?:echo|test|\[|true|false|set|cd|exit|return|local|printf|export|source|\.|assert\w*|fail|run|grep|diff|cmp|rm|mkdir|cat|load|setup|teardown|skip|:|trap|mktemp)$/

/** Whether a script runs a program that is neither the shell's own nor its own function. */
const callsInShell = (root: SyntaxNode): boolean => {
  const own = new Set(
    [...walk(root)]
      .filter(({ type }) => type === 'function_definition')
      .map((node) => String(childOf(node, 'name')?.value)),
  )
  return [...walk(root)].some((node) => {
    if (node.type !== 'command') return false
    const name = String(childOf(node, 'name')?.value)
    if (/^(?:run|source|\.|assert\w*)$/.test(name)) return childrenOf(node, 'argument').length > 0
    return !shellWords.test(name) && !own.has(name)
  })
}
