import { languageAt, readProgram, walkTree, type Cursor, type Node } from '../grammar.ts'
import { leadsTo, linkOf } from './links.ts'

interface ChangedProgram {
  readonly path: string
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** A name in a program. */
interface Use {
  readonly name: string
  readonly start: number
  /** Whether it is no property, no keyword and no part of a text. */
  readonly isPlain: boolean
  readonly declares: boolean
  /** Whether it is declared inside of a function, so that no other file can name it. */
  readonly isLocal: boolean
  /** The module from which it is imported, or to which it is exported from here: ''. */
  readonly link?: string | undefined
  /** The word before it and the word after it. */
  readonly around: readonly [string, string]
}

const filesMost = 100
const charsMost = 2_000_000

/**
 * The renames of a change's declarations, old to new: each use of the old name in the changed files became the new one,
 * and neither name was there otherwise. Names of a function's own are taken as they are. Others may have uses in other
 * changed files, which import them from the file that declares them, or are of its package in Go. For them,
 * `isNamedElsewhere` is asked whether the rest of the tree has the old name in a program, a text or a setting; whether it
 * has `export *` or `import *`, by which a name leaves its file unnamed; and whether a setting names the file, or the
 * exports of the package: “money (setting)”. It may answer yes when it does not know.
 *
 * Never renamed are properties, keywords, names that strings of the change have, imports from other packages, names that
 * start with a capital in Go, and names that tools find by their form, such as tests and handlers.
 */
export const renamesOf = async (
  files: readonly ChangedProgram[],
  isNamedElsewhere: (name: string) => Promise<boolean>,
): Promise<ReadonlyMap<string, string>> => {
  const renames = new Map<string, string>()
  const programs = files.filter(({ path }) => rowOf(path) !== undefined)
  const chars = programs.reduce((sum, { before = '', after = '' }) => sum + before.length + after.length, 0)
  if (programs.length > filesMost || chars > charsMost) return renames
  const read: ReadProgram[] = []
  for (const { path, before = '', after = '' } of programs) {
    if (before === after) continue
    if (looksUpNames.test(before) || looksUpNames.test(after)) return renames
    const was = await usesIn(path, before)
    const is = await usesIn(path, after)
    if (!was || !is) return renames
    read.push({ path, was, is })
  }
  const others = files.filter(({ path }) => rowOf(path) === undefined && !/\.(?:md|rst|adoc)$/.test(path))
  const isNamed = async (name: string) =>
    (name.endsWith('*') && programs.some(({ before = '', after = '' }) => star.test(before) || star.test(after))) ||
    others.some((file) => hasWord(file, name)) ||
    (await isNamedElsewhere(name))
  for (const [old, now] of pairsIn(read)) if (await isRename(read, { old, now }, isNamed)) renames.set(old, now)
  return renames
}

const star = /\b(?:import|export)\s{0,20}\*/

/** Whether a changed file that is no program of a row has a name as a word; `a (setting)` is the word a. */
const hasWord = ({ before = '', after = '' }: ChangedProgram, name: string): boolean => {
  const word = RegExp.escape(name.replace(/ \(setting\)$/, ''))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_$])${word}(?![\\p{L}\\p{N}_$])`, 'u')
  return pattern.test(before) || pattern.test(after)
}

/** A program of a row with names replaced by a map; unchanged, if it cannot be read. */
export const withRenames = async (
  path: string,
  text: string,
  renames: ReadonlyMap<string, string>,
): Promise<string> => {
  const uses = renames.size === 0 ? undefined : await usesIn(path, text)
  const parts: string[] = []
  let end = 0
  for (const { name, start, isPlain } of uses ?? []) {
    const now = isPlain ? renames.get(name) : undefined
    if (now === undefined) continue
    parts.push(text.slice(end, start), now)
    end = start + name.length
  }
  return `${parts.join('')}${text.slice(end)}`
}

interface ReadProgram {
  readonly path: string
  readonly was: readonly Use[]
  readonly is: readonly Use[]
}

/** Programs that find names by texts. */
const looksUpNames =
  /\b(?:eval|exec|compile|locals|vars|globals|getattr|setattr|hasattr|Function|__dict__|__name__|__import__|import_module|reflect|angular|awilix|inject\w*)\b|[$]inject|=\}|\bwith ?\(/

/** Names that tools call or find, and that have another meaning in the language. */
const special =
  /^(?:[tT]est|[sS]pec|[sS]et[uU]p|[tT]ear[dD]own|pytest|main$|init$|default$|handler|lambda_handler|app$|application$|server$|config$|loader$|action$|metadata|middleware$|module$|exports$|require$|React$|h$|jsx|arguments$|undefined$|self$|cls$|this$|_$|__|use[A-Z]|get(?:Server|Static)|[A-Z]+$)/

type Pair = Readonly<{ old: string; now: string }>

const isRename = async (
  read: readonly ReadProgram[],
  { old, now }: Pair,
  isNamedElsewhere: (name: string) => Promise<boolean>,
): Promise<boolean> => {
  if (special.test(old) || special.test(now) || startsLarge(old) !== startsLarge(now)) return false
  const plain = (uses: readonly Use[], name: string) => uses.filter((use) => use.isPlain && use.name === name)
  const other = (uses: readonly Use[], name: string) => uses.filter((use) => !use.isPlain && use.name === name).length
  const using = read.filter(({ was }) => plain(was, old).length > 0)
  const declaring = using.filter(({ was, is }) => [plain(was, old), plain(is, now)].every(areDeclared))
  const isLocal = declaring.length === using.length && using.every(({ was }) => areLocal(plain(was, old)))
  for (const { was, is } of read) {
    if (other(was, now) > 0 || other(is, now) > 0 || other(was, old) !== other(is, old)) return false
    if (!isLocal && other(was, old) > 0) return false
  }
  if (isLocal) return true
  for (const { path, was } of using) {
    // An entrance may pass on what it imports.
    if (entry.test(path) || (rowOf(path) === 'go' && startsLarge(old))) return false
    const isDeclared = declaring.some((file) => file.path === path)
    const links = plain(was, old).flatMap(({ link }) => (link === undefined || link === '' ? [] : [link]))
    if (!links.every((link) => declaring.some((file) => leadsTo(path, link, file.path)))) return false
    const isOfPackage = rowOf(path) === 'go' && declaring.some((file) => folderOf(file.path) === folderOf(path))
    if (!isDeclared && links.length === 0 && !isOfPackage) return false
  }
  const files = declaring.map(({ path }) => `${stemOf(path)} (setting)`)
  for (const name of [old, now, 'export *', 'import *', 'exports (setting)', ...files])
    if (await isNamedElsewhere(name)) return false
  return true
}

const areDeclared = (uses: readonly Use[]) => uses.some(({ declares }) => declares)
const areLocal = (uses: readonly Use[]) => uses.every(({ declares, isLocal }) => !declares || isLocal)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
const stemOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
const startsLarge = (name: string) => /^[\p{Lu}]/u.test(name)
/** Files whose exports leave the tree, or that frameworks load by their path. */
const entry =
  /(?:^|\/)(?:index|main|mod|lib|api|public|__init__|__main__|setup|conftest)\.\w+$|(?:^|\/)(?:pages|app|routes|api|migrations)\//

/** Names that went and names that came, in pairs that have the same number of uses in each file, between the same words. */
const pairsIn = (read: readonly ReadProgram[]): ReadonlyMap<string, string> => {
  const were = namesIn(read, 'was')
  const are = namesIn(read, 'is')
  const gone = were.difference(are)
  const come = are.difference(were)
  const changed = gone.union(come)
  const goneBySignature = namesBySignature(read, 'was', gone, changed)
  const comeBySignature = namesBySignature(read, 'is', come, changed)
  const pairs = new Map<string, string>()
  for (const [signature, names] of goneBySignature) {
    const others = comeBySignature.get(signature) ?? []
    if (names.length === 1 && others.length === 1) pairs.set(names[0]!, others[0]!)
  }
  return pairs
}

const namesIn = (read: readonly ReadProgram[], side: 'was' | 'is') =>
  new Set(read.flatMap((program) => program[side].flatMap(({ isPlain, name }) => (isPlain ? [name] : []))))

const namesBySignature = (
  read: readonly ReadProgram[],
  side: 'was' | 'is',
  names: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> => {
  const plain = (word: string) => (changed.has(word) ? '*' : word)
  const places = read.flatMap((program, at) =>
    program[side]
      .filter(({ name, isPlain }) => isPlain && names.has(name))
      .map(({ name, around }) => ({ name, place: `${at} ${plain(around[0])} ${plain(around[1])}` })),
  )
  const byName = Map.groupBy(places, ({ name }) => name)
  const signatureOf = (name: string) => byName.get(name)!.map(({ place }) => place)
  return Map.groupBy(byName.keys(), (name) => signatureOf(name).join('\n'))
}

type Row = 'javascript' | 'python' | 'go'
const rowOf = (path: string): Row | undefined => {
  const grammar = languageAt(path)
  if (grammar === 'javascript' || grammar === 'typescript' || grammar === 'tsx') return 'javascript'
  return grammar === 'python' || grammar === 'go' ? grammar : undefined
}

/** The nodes that declare the names in them, each with the field of the name; any field if it is empty. */
const declaring: Readonly<Record<Row, Readonly<Record<string, string>>>> = {
  javascript: {
    variable_declarator: 'name',
    function_declaration: 'name',
    generator_function_declaration: 'name',
    formal_parameters: '',
    required_parameter: 'pattern',
    optional_parameter: 'pattern',
    arrow_function: 'parameter',
    catch_clause: 'parameter',
    for_in_statement: 'left',
    array_pattern: '',
    rest_pattern: '',
    assignment_pattern: 'left',
  },
  python: {
    assignment: 'left',
    parameters: '',
    default_parameter: 'name',
    typed_parameter: '',
    typed_default_parameter: 'name',
    lambda_parameters: '',
    function_definition: 'name',
    for_statement: 'left',
    for_in_clause: 'left',
    as_pattern_target: '',
    named_expression: 'name',
  },
  go: {
    var_spec: 'name',
    const_spec: 'name',
    function_declaration: 'name',
    parameter_declaration: 'name',
  },
}
/** Lists of names around which such a node is. */
const lists = /^(?:expression_list|pattern_list|tuple_pattern)$/
const goLists = /^(?:short_var_declaration|range_clause)$/
const functions =
  /^(?:function_declaration|generator_function_declaration|function_expression|generator_function|arrow_function|method_definition|function_definition|lambda|method_declaration|func_literal)$/
/** Nodes in which a name belongs to another file, of a class, of a call by keyword, or is found by a decorator. */
const reached =
  /^(?:import_statement|import_from_statement|import_specifier|export_specifier|namespace_export|keyword_argument|global_statement|nonlocal_statement|enum_declaration|decorator|import_spec)$/

const usesIn = async (path: string, text: string): Promise<readonly Use[] | undefined> => {
  const row = rowOf(path)
  return row && readProgram(path, text, (tree) => walkTree(tree, (cursor) => usesAt(cursor, row, text)))
}

const usesAt = (cursor: Cursor, row: Row, text: string): readonly Use[] => {
  const uses: Use[] = []
  const words: string[] = []
  /** The place of each use among the words; undefined for a use in a text. */
  const places: (number | undefined)[] = []
  while (true) {
    const type = cursor.nodeType
    if (!type.endsWith('comment') && cursor.gotoFirstChild()) continue
    if (!type.endsWith('comment')) {
      const word = text.slice(cursor.startIndex, cursor.endIndex)
      if (type.endsWith('identifier')) {
        uses.push({ ...useOf(cursor.currentNode, row, text), around: ['', ''] })
        places[uses.length - 1] = words.length
      } else if (/string|content|fragment|text/.test(type))
        for (const { 0: name, index } of word.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{0,200}/gu))
          uses.push({ ...inText, name, start: cursor.startIndex + index })
      words.push(word)
    }
    while (!cursor.gotoNextSibling())
      if (!cursor.gotoParent())
        return uses.map((use, at) => {
          const place = places[at]
          return place === undefined ? use : { ...use, around: [words[place - 1] ?? '', words[place + 1] ?? ''] }
        })
  }
}

const inText: Use = { name: '', start: 0, isPlain: false, declares: false, isLocal: false, around: ['', ''] }

const useOf = (node: Node, row: Row, program: string): Omit<Use, 'around'> => {
  const { text: name, startIndex: start } = node
  const link = linkOf(node, program)
  if (link !== undefined) return { name, start, isPlain: true, declares: false, isLocal: false, link }
  let isPlain = node.type === 'identifier' && !isAttribute(node)
  let depth = 0
  for (let next = node.parent; next; next = next.parent) {
    if (reached.test(next.type)) isPlain = false
    // The body of a class of Python, in which names are its attributes.
    if (next.type === 'class_definition' && depth <= (node.parent?.type === 'function_definition' ? 1 : 0))
      isPlain = false
    if (functions.test(next.type)) depth += 1
  }
  const owner = node.parent && lists.test(node.parent.type) ? node.parent : node
  const parent = owner.parent
  const field = parent && declaring[row][parent.type]
  const isField = field === '' || (field && parent.childForFieldName(field)?.id === owner.id)
  const isListed = goLists.test(parent?.type ?? '') && parent?.childForFieldName('left')?.id === owner.id
  const declares = isPlain && (isField === true || isListed)
  // The name of a function is declared around it. Callers may give parameters of Python by their names.
  const isOwn = functions.test(parent?.type ?? '') && field === 'name'
  const isParameter = row === 'python' && (parent?.type ?? '').includes('parameter')
  const isDecorated = isOwn && parent?.parent?.type === 'decorated_definition'
  return { name, start, isPlain: isPlain && !isDecorated, declares, isLocal: depth > (isOwn ? 1 : 0) && !isParameter }
}

/** Whether a name belongs to an attribute, a class member, or a field. */
const isAttribute = ({ parent, id }: Node): boolean => {
  if (parent === null) return false
  if (parent.type === 'attribute') return parent.childForFieldName('attribute')?.id === id
  if (parent.type === 'literal_element') return parent.parent?.type === 'keyed_element'
  // A parameter that is a property as well.
  if (/^(?:required|optional)_parameter$/.test(parent.type))
    return /^(?:public|private|protected|readonly|override)\b/.test(parent.text)
  return false
}
