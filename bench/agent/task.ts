import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One call of a tool of the agent. */
export interface Action {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface Cheat {
  readonly name: string
  readonly actions: readonly Action[]
}

type Files = Readonly<Record<string, string>>

const expectable = ['shown', 'checked', 'unverified'] as const
export type Expected = (typeof expectable)[number]

const expectedOf = (word: string): Expected => {
  const found = expectable.find((one) => one === word)
  if (!found) throw new Error(`“${word}” is no verdict that a task can expect: ${expectable.join(', ')}`)
  return found
}

export interface Task {
  readonly id: string
  readonly title: string
  readonly request: string
  readonly kind: string
  /** Programs that sandboxes have to have. */
  readonly needs: readonly string[]
  /** The verdict on the right change, or a better one: `shown` where it brings or mends a test. */
  readonly expect: Expected
  readonly runtime: Readonly<Record<string, unknown>>
  /** A bundle and one of its commits, over which the files of the base are laid. */
  readonly fixture: { readonly bundle: string; readonly commit: string } | undefined
  readonly base: Files
  /** Files of another branch, which the agent must not find. */
  readonly branch: Files
  readonly hidden: { readonly command: string; readonly files: Files }
  readonly solution: readonly Action[]
  readonly half: readonly Action[]
  readonly cheats: readonly Cheat[]
}

interface Section {
  readonly part: string
  readonly path: string
  readonly text: string
}

const heading = /^-- ([^:\n]+): (\S+) --\n/m

/** Reads a task from its file: fields, an empty line, the request, and sections `-- part: path --`. Throws a sentence. */
export const readTask = (id: string, text: string): Task => {
  const [head = '', ...rest] = text.split(heading)
  const sections = sectionsOf(rest)
  const at = head.indexOf('\n\n')
  const fields = new Map(
    head
      .slice(0, at)
      .split('\n')
      .map((line) => fieldOf(id, line)),
  )
  const need = (name: string) => {
    const value = fields.get(name)
    if (value === undefined) throw new Error(`${id}.txt has no field “${name}”`)
    return value
  }
  const filesOf = (part: string) =>
    Object.fromEntries(sections.filter((one) => one.part === part).map((one) => [one.path, one.text]))
  const actionsOf = (part: string) => sections.filter((one) => one.part === part).map(actionOf)
  const cheats = [...new Set(sections.map(({ part }) => part).filter((part) => part.startsWith('cheat ')))]
  const fixture = fields.get('fixture')?.split(' ')
  const task = {
    id,
    title: need('title'),
    kind: need('kind'),
    request: head.slice(at).trim(),
    needs: fields.get('needs')?.split(' ') ?? [],
    expect: expectedOf(need('expect')),
    runtime: JSON.parse(fields.get('runtime') ?? '{}') as Task['runtime'],
    fixture: fixture && { bundle: fixture[0]!, commit: fixture[1]! },
    base: filesOf('base'),
    branch: filesOf('branch'),
    hidden: { command: need('hidden'), files: filesOf('hidden') },
    solution: actionsOf('solution'),
    half: actionsOf('half'),
    cheats: cheats.map((part) => ({ name: part.slice('cheat '.length), actions: actionsOf(part) })),
  }
  if (task.solution.length === 0) throw new Error(`${id}.txt has no solution`)
  return task
}

const fieldOf = (id: string, line: string): [string, string] => {
  const at = line.indexOf(': ')
  if (at === -1) throw new Error(`${id}.txt has a line that is no field: “${line}”`)
  return [line.slice(0, at), line.slice(at + 2)]
}

const sectionsOf = (parts: readonly string[]): Section[] =>
  Array.from({ length: parts.length / 3 }, (_none, at) => ({
    part: parts[at * 3]!,
    path: parts[at * 3 + 1]!,
    text: parts[at * 3 + 2]!.replace(/\s+$/, '\n').replace(/^\n$/, ''),
  }))

/** `$` is a command, `!name` any other tool with its input as JSON, and everything else a file that is written. */
const actionOf = ({ path, text }: Section): Action => {
  if (path === '$') return { tool: 'run', input: { command: text.trim() } }
  if (path.startsWith('!')) return { tool: path.slice(1), input: JSON.parse(text) as Action['input'] }
  return { tool: 'write', input: { path, content: text } }
}

const folder = join(import.meta.dirname, 'tasks')

/** All tasks, by name. */
export const readTasks = async (): Promise<Task[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()
  return Promise.all(
    names.map(async (name) => readTask(name.slice(0, -'.txt'.length), await readFile(join(folder, name), 'utf8'))),
  )
}
