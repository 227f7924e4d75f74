import { posix } from 'node:path'

interface NewOperation {
  /** The folder below domains/, as `delivery/cycles`. */
  readonly domain: string
  readonly id: string
  /** The command that calls it: the file of commands, and its name there. */
  readonly command?: { readonly file: string; readonly name: string } | undefined
}

interface WrittenOperation {
  /** The texts by path. */
  readonly files: Readonly<Record<string, string>>
  /** Decisions that only a person can take, as sentences. */
  readonly left: readonly string[]
}

type ReadText = (path: string) => string | undefined

const methods: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'GET',
  update: 'PATCH',
  set: 'PUT',
  replace: 'PUT',
  delete: 'DELETE',
  remove: 'DELETE',
}
const categories: Readonly<Record<string, string>> = {
  POST: 'execute',
  PATCH: 'update',
  PUT: 'update',
  DELETE: 'delete',
}
const words = 'apps/console/words/story/actions'

/** Writes the contract row, the handler, the test, the command and the words of an operation into texts of files. */
export const writeOperation = ({ domain, id, command }: NewOperation, read: ReadText): WrittenOperation => {
  const named = namesOf(id)
  const folder = `domains/${domain}`
  const contract = mustRead(read, `${folder}/contract.ts`)
  if (new RegExp(`\\b${id}\\b`).test(contract)) throw new Error(`${folder}/contract.ts already has ${id}`)
  const files: Record<string, string> = {
    [`${folder}/contract.ts`]: withDeclaration(contract, named),
    [`${folder}/handlers.ts`]: withHandler(mustRead(read, `${folder}/handlers.ts`), named),
    [`${folder}/operations/${named.file}.test.ts`]: testOf(named),
    [`.changeset/${named.file}.md`]: `---\n'atelier': minor\n---\n\n${named.summary}.\n`,
  }
  if (command) Object.assign(files, commandFiles(command, domain, named, contract, read))
  const hasWords = named.isRead || isSaid(mustRead(read, `${words}/en.ts`), named)
  if (!hasWords)
    for (const language of ['en', 'de'])
      files[`${words}/${language}.ts`] = withPhrase(mustRead(read, `${words}/${language}.ts`), named)
  return { files, left: decisionsOf(named, folder, { hasWords, hasCommand: command !== undefined }) }
}

const mustRead = (read: ReadText, path: string): string => {
  const text = read(path)
  if (text === undefined) throw new Error(`There is no ${path}`)
  return text
}

interface Names {
  readonly id: string
  /** The file without its ending. */
  readonly file: string
  readonly verb: string
  /** The words behind the verb, as `acceptance tests`. */
  readonly noun: string
  readonly method: string
  readonly isRead: boolean
  readonly path: string
  readonly action: string
  readonly summary: string
}

const namesOf = (id: string): Names => {
  if (!/^[a-z]+([A-Z][a-z0-9]+)+$/.test(id)) throw new Error(`“${id}” is not a verb and a noun, such as pauseCycle`)
  const [verb, ...rest] = id.split(/(?=[A-Z])/).map((word) => word.toLowerCase()) as [string, ...string[]]
  const method = methods[verb] ?? 'POST'
  const noun = rest.join(' ')
  const isList = verb === 'list'
  const plural = isList ? rest.join('-') : `${rest.join('-')}s`
  const hasId = !isList && verb !== 'create'
  const isPlain = methods[verb] !== undefined || verb === 'create'
  return {
    id,
    file: [verb, ...rest].join('-'),
    verb,
    noun,
    method,
    isRead: method === 'GET',
    path: `/v1/api/${plural}${hasId ? '/{id}' : ''}${isPlain ? '' : `/${verb}`}`,
    action: `${rest.join('_').replace(isList ? /s$/ : /$^/, '')}.${verb}`,
    summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${isList ? noun : `a ${noun}`}`,
  }
}

const withDeclaration = (text: string, { id, method, path, summary, isRead, action }: Names): string => {
  const list = [...text.matchAll(/^export const \w+ = contract\(\{/gm)].at(-1)
  if (!list) throw new Error('The contract has no “contract({ … })” at its end')
  const audit = isRead ? `{ refusals: '${action}' }` : `{ action: '${action}', category: '${categories[method]!}' }`
  const declaration = `export const ${id} = operation({
  method: '${method}',
  path: '${path}',
  summary: '${summary}',
  reach: ${isRead ? "'call'" : "{ page: '/' }"},
  access: to('agency'),
  replies: { 200: MessageAck },
  audit: ${audit},
})

`
  const before = text.slice(0, list.index)
  const after = text.slice(list.index)
  const end = after.lastIndexOf('})')
  const inside = after.slice(0, end).trimEnd()
  const whole = `${before}${declaration}${inside}${inside.endsWith(',') ? '' : ','} ${id} })${after.slice(end + 2)}`
  return withImport(
    withImport(whole, ['operation', 'to'], '../../../platform/contract/index.ts'),
    ['MessageAck'],
    '../../../platform/contract/schema.ts',
  )
}

const withHandler = (text: string, { id }: Names): string => {
  const routes = text.lastIndexOf('export default ')
  const end = text.lastIndexOf('})')
  if (routes < 0 || end < routes) throw new Error('handlers.ts does not end with the routes “({ … })”')
  const handler = `const ${id} = handle(contract.${id}, () => Promise.reject(new Error('${id} does nothing yet')))\n\n`
  const inside = text.slice(routes, end).trimEnd()
  const whole = `${text.slice(0, routes)}${handler}${inside}${inside.endsWith(',') ? '' : ','} ${id} })${text.slice(end + 2)}`
  const all = "import * as contract from './contract.ts'\n"
  return withImport(whole.includes(all) ? whole : all + whole, ['handle'], '../../../platform/handler/index.ts')
}

/** Adds names to the import from a module, or an import of its own. */
const withImport = (text: string, names: readonly string[], from: string): string => {
  const found = new RegExp(`import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'`).exec(text)
  if (!found) return `import { ${names.join(', ')} } from '${from}'\n${text}`
  const known = found[1]!.split(',').map((name) => name.trim())
  const all = [...known.filter((name) => name !== ''), ...names.filter((name) => !known.includes(name))]
  return text.replace(found[0], `import { ${all.join(', ')} } from '${from}'`)
}

const testOf = ({ id, path, summary }: Names) => `import { expect, test } from 'vitest'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { ${id} } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('200: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}', async () => {
  const at = await scene(server)
  expect(await at.owner.call(${id}${path.includes('{id}') ? ", { id: 'the id' }" : ''})).toMatchObject({ status: 200 })
})
`

/** The function of a command, and its row in the program that loads its file. */
const commandFiles = (
  { file, name }: NonNullable<NewOperation['command']>,
  domain: string,
  { id, path, summary }: Names,
  contract: string,
  read: ReadText,
): Record<string, string> => {
  const group = posix.basename(file, '.ts')
  const program = `apps/cli/program/${group}.ts`
  const table = mustRead(read, program)
  const loaded = posix.relative('apps/cli/program', file)
  const from = new RegExp(`const (\\w+) = commandsIn\\(\\(\\) => import\\('${loaded.replaceAll('.', '\\.')}'\\)`).exec(
    table,
  )
  const end = table.lastIndexOf('\n  ])')
  if (!from || end < 0) throw new Error(`${program} has no table of the commands of ${loaded}`)
  const subject = /^export const (\w+) = contract\(\{/m.exec(contract)![1]!
  const takesId = path.includes('{id}')
  const row = `    ['${name}', '${summary.toLowerCase()}', ${from[1]!}('${id}')${takesId ? ", ['<id>', 'its id']" : ''}],`
  const body = `
/** \`atelier ${group} ${name}\`. */
export const ${id} = async (session: Session${takesId ? ', id: string' : ''}): Promise<void> => {
  const client = await session.client()
  session.output.document(await client.call(${subject}.${id}${takesId ? ', { params: { id } }' : ''}))
}
`
  const withContract = withImport(mustRead(read, file), [subject], `../../../../domains/${domain}/contract.ts`)
  const hasSession = /\bSession\b.*from '\.\.\/\.\.\/session\.ts'/.test(withContract)
  const session = hasSession ? '' : "import type { Session } from '../../session.ts'\n"
  return {
    [program]: `${table.slice(0, end)}\n${row}${table.slice(end)}`,
    [file]: `${session}${withContract}${body}`,
  }
}

/** Whether the pages have words for the verb and the noun of an action. */
const isSaid = (text: string, { action }: Names): boolean => {
  const [noun, verb] = action.split('.') as [string, string]
  const verbs = text.slice(text.indexOf('verbs: {'), text.indexOf('nouns: {'))
  const nouns = text.slice(text.indexOf('nouns: {'), text.indexOf('phrases: {'))
  return new RegExp(`^ {4}${verb}:`, 'm').test(verbs) && new RegExp(`^ {4}'?${noun}'?:`, 'm').test(nouns)
}

const withPhrase = (text: string, { action, verb, noun }: Names): string => {
  const start = text.indexOf('phrases: {') + 'phrases: {'.length
  const past = `${verb}${verb.endsWith('e') ? 'd' : 'ed'}`
  return `${text.slice(0, start)}\n    '${action}': ['${past} the ${noun} {thing}', '${verb} the ${noun} {thing}'],${text.slice(start)}`
}

const decisionsOf = (
  { id, method, path, action, isRead, file }: Names,
  folder: string,
  { hasWords, hasCommand }: { readonly hasWords: boolean; readonly hasCommand: boolean },
): string[] => [
  `- ${folder}/contract.ts: method and path (${method} ${path}), summary, the answer instead of MessageAck.`,
  `- its access: to('agency'), or toAgencyWho and toThoseWho with a level on a resource; testing/matrix tests it.`,
  `- its reach: whether coding agents may call it, or a person does it on which page.`,
  `- its errors, each with a code and the next step; German in apps/console/words/errors/codes.`,
  isRead
    ? `- its reads: the subjects of events that change the answer.`
    : `- its audit: the action “${action}”, its category, the event with its sentence, and touches.`,
  `- ${folder}/handlers.ts: the decision in rules.ts, the statement in store.ts, the answer.`,
  `- ${folder}/operations/${file}.test.ts: it fails until ${id} does something. Add a test for each refusal.`,
  ...(hasWords ? [] : [`- ${words}/de.ts: the German words of “${action}”; check the English ones.`]),
  ...(hasCommand ? ['- the command: its arguments, what it prints for people, and a line in docs/cli.md.'] : []),
  '- the page of the console that calls it, and its words in English and German.',
  '- .changeset: what users notice. Then node docs/write-access.ts, node docs/write-errors.ts and bin/test.',
]
