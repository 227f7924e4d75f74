import type { Side } from '../change.ts'
import { hitsIn } from '../hits.ts'
import { addressPattern, isHarmlessAddress } from '../unshown/addresses.ts'
import { reachingCalls } from '../unshown/added-calls.ts'
import type { CallKind } from '../unshown/call-kinds.ts'
import type { Program } from '../syntax/names.ts'
import { calleeOf, childOf, isCall, walk, type SyntaxLanguage, type SyntaxNode } from '../syntax/tree.ts'
import { argumentsOf, callArguments } from '../syntax/names-scripts.ts'
import { placeOf, type GuardKind, type GuardPlace } from './guard.ts'
import { checksAccess, checksProof, removesData, speakOfAccess, wordsOfName } from './words.ts'

const guardOf: Readonly<Record<CallKind, GuardKind>> = {
  text_run: 'process',
  program_started: 'process',
  network_opened: 'address',
  variables_read: 'environment',
  certificate_unchecked: 'signature',
}

type Paths = readonly (readonly [GuardKind, RegExp])[]

const files = '(?:import:(?:fs|fs\\/promises|fs-extra|graceful-fs)(?:[.](?:default|promises))*[.])'
const paths: Readonly<Record<Exclude<SyntaxLanguage, 'shell'>, Paths>> = {
  javascript: [
    ['deletion', new RegExp(`^${files}(?:rm|rmdir|unlink|remove|emptyDir|truncate|ftruncate)(?:Sync)?$`)],
    ['deletion', /^(?:Deno[.](?:remove|removeSync|truncate|truncateSync)|import:(?:rimraf|del)(?:[.].*)?)$/],
    [
      'file',
      new RegExp(
        `^${files}(?:writeFile|appendFile|write|createWriteStream|open|copyFile|cp|rename|link|symlink|mkdir|mkdtemp|chmod|chown|lchown|utimes|outputFile|outputJson|writeJson|copy|move|fsync|fdatasync)(?:Sync)?$`,
      ),
    ],
    ['file', /^(?:Deno[.](?:write|open|create|rename|copyFile|mkdir|chmod|symlink)\w*|Bun[.]write)$/],
    ['environment', /^(?:process[.]env|Deno[.]env|Bun[.]env)(?:[.]|$)/],
    [
      'process',
      /^process[.](?:on|once|addListener|prependListener|removeAllListeners|removeListener|off|exit|reallyExit|abort|kill|chdir|umask|setuid|setgid|setUncaughtExceptionCaptureCallback|emitWarning|exitCode)$/,
    ],
    ['process', /^import:(?:worker_threads|cluster|vm|module|inspector|v8|async_hooks)(?:[.]|$)/],
    ['process', /^(?:Deno[.](?:exit|kill|addSignalListener)|Bun[.]exit)$/],
  ],
  python: [
    ['deletion', /^(?:os[.](?:remove|unlink|rmdir|removedirs|truncate)|shutil[.]rmtree)$/],
    ['deletion', /[.](?:unlink|rmdir)$/],
    [
      'file',
      /^(?:os[.](?:rename|replace|renames|mkdir|makedirs|chmod|chown|link|symlink|write|open|fsync)|shutil[.]\w+)$/,
    ],
    ['file', /[.](?:write_text|write_bytes|touch|symlink_to|hardlink_to)$/],
    ['file', /^tempfile[.]\w+$/],
    ['environment', /^os[.](?:environb?|getenvb?|putenv|unsetenv)(?:[.]|$)/],
    [
      'process',
      /^(?:sys[.](?:exit|setprofile|settrace|excepthook|meta_path|path_hooks|modules)|os[.](?:_exit|abort|kill|killpg|fork|setuid|setgid|chdir))(?:[.]|$)/,
    ],
    ['process', /^(?:signal|atexit|multiprocessing|importlib|ctypes|threading[.]Thread|runpy)(?:[.]|$)/],
  ],
  go: [
    ['deletion', /^os[.](?:Remove|RemoveAll|Truncate)$/],
    [
      'file',
      /^(?:os|io\/ioutil)[.](?:WriteFile|Create|CreateTemp|OpenFile|Rename|Mkdir\w*|Chmod|Chown|Link|Symlink|TempFile)$/,
    ],
    ['environment', /^os[.](?:Getenv|LookupEnv|Setenv|Unsetenv|ExpandEnv|Environ)$/],
    [
      'process',
      /^(?:os[.](?:Exit|Chdir)|os\/signal[.]\w+|log[.](?:Fatal\w*|Panic\w*)|runtime[.](?:Goexit|SetFinalizer)|syscall[.]\w+|unsafe[.]Pointer)$/,
    ],
    ['entrance', /^flag[.](?:String|Bool|Int|Int64|Uint|Float64|Duration|Var|Func|NewFlagSet)\w*$/],
  ],
}

/** Places of calls and texts that guard something, or that reach beyond the program. */
export const callGuards = (side: Side, program: Program): readonly GuardPlace[] => [
  ...textGuards(side),
  ...(program.tree.language === 'shell' ? [] : nodeGuards(program, paths[program.tree.language])),
]

/** Such places in any language, by its lines. */
export const textGuards = (side: Side): readonly GuardPlace[] => [
  ...reachingCalls(side).map(({ kind, start, end }) => placeOf(guardOf[kind], { start, end })),
  ...spansOf(side.views.text, addressPattern)
    .filter(({ found }) => !isHarmlessAddress(found))
    .map((one) => placeOf('address', one)),
  ...spansOf(side.views.text, removedByText).map((one) => placeOf('deletion', one)),
]

export const spansOf = (view: string, pattern: RegExp) =>
  hitsIn(view, pattern).map(({ index, found }) => ({ start: index, end: index + found.length, found }))

const removedByText =
  /\bDELETE\s+FROM\b|\bDROP\s+(?:TABLE|DATABASE|SCHEMA|VIEW|INDEX|COLUMN|CONSTRAINT|POLICY|ROLE|TRIGGER|USER)\b|\bTRUNCATE\s+(?:TABLE\s+)?\w|\bFLUSHALL\b/gi

const memberOrName = /^(?:(?:Optional)?MemberExpression|attribute|selector_expression|Identifier|identifier)$/
const imports = /^(?:ImportDeclaration|import_statement|import_from_statement|import_declaration)$/

function* nodeGuards(program: Program, table: Paths): Generator<GuardPlace> {
  for (const node of walk(program.tree.root, ({ type }) => !imports.test(type))) {
    if (memberOrName.test(node.type)) {
      const kind = isPartOfPath(node) ? undefined : kindByPath(program, table, node)
      if (kind) yield placeOf(kind, node)
      continue
    }
    if (isCall(node) || node.type === 'ImportExpression') yield* ofCall(program, node)
    if (node.type === 'decorator' && speakOfAccess(wordsOfName(textOf(program, node)))) yield placeOf('access', node)
  }
}

const isPartOfPath = ({ parent, field }: SyntaxNode) =>
  parent !== undefined &&
  ((memberOrName.test(parent.type) && /^(?:object|operand|property|attribute|field)$/.test(field)) ||
    /^(?:id|key|local|imported|exported|label)$/.test(field))

const kindByPath = ({ names }: Program, table: Paths, node: SyntaxNode): GuardKind | undefined => {
  const path = names.pathOf(node)
  return path === undefined ? undefined : table.find(([, pattern]) => pattern.test(path))?.[0]
}

const textOf = ({ tree }: Program, { start, end }: SyntaxNode) => tree.text.slice(start, Math.min(end, start + 300))

function* ofCall(program: Program, node: SyntaxNode): Generator<GuardPlace> {
  const callee = calleeOf(node)
  if (isOfUnknownModule(program, node, callee)) yield placeOf('process', node)
  if (!callee) return
  if (program.tree.language === 'python' && opensToWrite(program, node, callee)) yield placeOf('file', node)
  const words = wordsOfName(calledName(callee))
  const span = { start: node.start, end: callee.end }
  if (checksAccess(words)) yield placeOf('access', span)
  else if (checksProof(words)) yield placeOf('signature', span)
  else if (removesData(words) || isRemovalFrom(program, callee, words)) yield placeOf('deletion', span)
}

/** The last name of a callee: `remove` of `files.remove(…)`. */
export const calledName = (callee: SyntaxNode): string => {
  const last = childOf(callee, 'property') ?? childOf(callee, 'attribute') ?? childOf(callee, 'field') ?? callee
  return typeof last.value === 'string' ? last.value : ''
}

const stores =
  /^(?:.*\b)?(?:\w*(?:db|database|repo|repository|store|table|model|prisma|collection|storage|bucket|queryset|objects|redis|client))\b/i

/** `delete` on a map is not a removal; on a table, a store or a bucket it is. */
const isRemovalFrom = ({ tree }: Program, callee: SyntaxNode, words: readonly string[]): boolean => {
  const object = childOf(callee, 'object') ?? childOf(callee, 'operand')
  if (!object || words.length !== 1 || !/^(?:delete|destroy|remove|del|drop|truncate)$/.test(words[0]!)) return false
  return stores.test(tree.text.slice(object.start, Math.min(object.end, object.start + 100)))
}

const loading = /^(?:require|module\.require|__import__|importlib\.import_module|process\.getBuiltinModule)$/

/** `import(name)`, `require(name)` and `importlib.import_module(name)` of what no text names. */
const isOfUnknownModule = ({ names }: Program, node: SyntaxNode, callee: SyntaxNode | undefined): boolean => {
  const isImport = node.type === 'ImportExpression' || callee?.type === 'Import'
  const path = callee && !isImport ? names.pathOf(callee) : undefined
  if (!isImport && !loading.test(path ?? '')) return false
  const first = callArguments(node)[0] ?? childOf(node, 'source')
  return first !== undefined && typeof names.fold(first) !== 'string'
}

/** `open(path, 'w')`, and where its mode is not known. */
const opensToWrite = ({ names }: Program, node: SyntaxNode, callee: SyntaxNode): boolean => {
  if (calledName(callee) !== 'open') return false
  const given = argumentsOf(node)
  const named = given.find((one) => one.type === 'keyword_argument' && childOf(one, 'name')?.value === 'mode')
  const byPlace = given.filter(({ type }) => type !== 'keyword_argument')
  const isMethod = callee.type === 'attribute' && names.pathOf(callee) !== 'io.open'
  const mode = childOf(named, 'value') ?? byPlace[isMethod ? 0 : 1]
  if (!mode) return false
  const value = names.fold(mode)
  // The mode of `path.open(mode)` stands alone; `tickets.open(user, title)` opens no file.
  if (typeof value !== 'string') return !isMethod || mode === named || byPlace.length === 1
  return /[wax+]/.test(value)
}
