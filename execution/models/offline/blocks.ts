/** One thing that a description asks the offline model to do. Texts of `file` and `edit` are whole lines. */
export type Block =
  | { readonly kind: 'file'; readonly path: string; readonly content: string }
  | { readonly kind: 'edit'; readonly path: string; readonly find: string; readonly replace: string }
  | { readonly kind: 'patch'; readonly patch: string }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'question'; readonly question: string }

export interface Blocks {
  readonly blocks: readonly Block[]
  /** Sentences about blocks that cannot be carried out as they are written, each with its line. */
  readonly problems: readonly string[]
}

interface Fenced {
  readonly line: number
  readonly indented: boolean
  readonly info: string
  /** Undefined when the fence is never closed. */
  readonly content: readonly string[] | undefined
}

const opening = /^( {0,3})(`{3,99}|~{3,99})([^]*)$/

/**
 * Reads the blocks of a description, in its order, from fenced code blocks as CommonMark has them (section 4.5): their
 * first word is `file`, `edit`, `patch`, `run` or `question`, and the fence starts its line. Blocks inside another
 * fence are text. The format is described in docs/offline-model.md.
 */
export const readBlocks = (description: string): Blocks => {
  const blocks: Block[] = []
  const problems: string[] = []
  for (const fenced of fencesOf(description)) {
    const block = fenced.indented ? undefined : blockOf(fenced)
    if (typeof block === 'string') problems.push(`Line ${fenced.line}: ${block}`)
    else if (block) blocks.push(block)
  }
  return { blocks, problems }
}

function* fencesOf(description: string): Generator<Fenced> {
  const lines = description.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const open = opening.exec(lines[at]!)
    if (!open) continue
    const [, indent, fence, info] = open as unknown as [string, string, string, string]
    if (fence.startsWith('`') && info.includes('`')) continue
    const end = closingAfter(lines, at, fence)
    const content = end === -1 ? undefined : lines.slice(at + 1, end)
    yield { line: at + 1, indented: indent !== '', info: info.trim(), content }
    if (end === -1) return
    at = end
  }
}

const closingAfter = (lines: readonly string[], at: number, fence: string) => {
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*\\r?$`)
  for (let index = at + 1; index < lines.length; index += 1) if (closing.test(lines[index]!)) return index
  return -1
}

/** Returns the block, undefined for another fence, or the fault in it. */
const blockOf = ({ info, content }: Fenced): Block | string | undefined => {
  const [, kind, rest] = /^(file|edit|patch|run|question)(?:[ \t]{1,99}([^]*))?$/.exec(info) ?? []
  if (kind === undefined) return undefined
  if (!content) return `the ${kind} block is not closed. End it with a line of the same fence.`
  const text = content.map((line) => `${line}\n`).join('')
  if (kind === 'run') return text.trim() === '' ? 'the run block has no command.' : { kind, command: text.slice(0, -1) }
  if (kind === 'question')
    return text.trim() === '' ? 'the question block asks nothing.' : { kind, question: text.slice(0, -1) }
  if (kind === 'patch') return text.trim() === '' ? 'the patch block is empty.' : { kind, patch: text }
  const path = pathOf(rest ?? '')
  if (path === undefined) return `the ${kind} block has no path. Write it behind the word: ${kind} docs/hello.md`
  return kind === 'file' ? { kind, path, content: text } : editOf(path, content)
}

const pathOf = (text: string): string | undefined => {
  if (!text.startsWith('"')) return text === '' ? undefined : text
  try {
    const path: unknown = JSON.parse(text)
    return typeof path === 'string' && path !== '' ? path : undefined
  } catch {
    return undefined
  }
}

const editOf = (path: string, content: readonly string[]): Block | string => {
  const lines = content.map((line) => line.replace(/\r$/, ''))
  const marks = /^(<{7,}) find$/.exec(lines[0] ?? '')?.[1]?.length
  const middle = marks ? lines.indexOf('='.repeat(marks)) : -1
  const end = marks ? lines.indexOf(`${'>'.repeat(marks)} replace`) : -1
  if (middle < 1 || end < middle || end !== lines.length - 1) {
    return `the edit block of ${path} is not <<<<<<< find, ======= and >>>>>>> replace on lines of their own.`
  }
  const text = (from: number, to: number) =>
    content
      .slice(from, to)
      .map((line) => `${line}\n`)
      .join('')
  const find = text(1, middle)
  return find === ''
    ? `the edit block of ${path} finds nothing.`
    : { kind: 'edit', path, find, replace: text(middle + 1, end) }
}

/** A task that a description asks for, with the names of the tasks that it needs. */
interface TaskBlock {
  readonly name: string
  readonly needs: readonly string[]
  /** The name of the repository that it is done in; none for the primary one. */
  readonly repository?: string
  readonly description: string
}

const taskInfo = /^task(?:[ \t]{1,99}([^]*))?$/

/**
 * Reads the tasks of a description: fenced blocks whose first word is `task`, then its name, behind the word
 * `repository` that of its repository, and behind `needs` the names of others. The content of a block is the task's own
 * description.
 */
export const readTasks = (description: string): { tasks: readonly TaskBlock[]; problems: readonly string[] } => {
  const tasks: TaskBlock[] = []
  const problems: string[] = []
  for (const { info, content, line, indented } of fencesOf(description)) {
    const found = indented ? null : taskInfo.exec(info)
    if (!found) continue
    const [called = '', needs = ''] = (found[1] ?? '').split(/[ \t]{1,99}needs[ \t]{1,99}/)
    const [name = '', repository] = called.split(/[ \t]{1,99}repository[ \t]{1,99}/)
    if (!content) problems.push(`Line ${line}: the task block is not closed. End it with a line of the same fence.`)
    else
      tasks.push({
        name,
        ...(repository && { repository }),
        needs: needs.split(/[ \t]{0,99},[ \t]{0,99}/).filter(Boolean),
        description: content.join('\n'),
      })
  }
  return { tasks, problems }
}

/** Contents of the closed blocks with these words, such as `intake` or `round 2`, in their order. */
export const readBlocksNamed = (text: string, words: string): readonly string[] =>
  blocksNamed(text, words).map(({ content }) => content.join('\n'))

const blocksNamed = (text: string, words: string) =>
  [...fencesOf(text)].flatMap(({ info, content, indented, line }) =>
    info.split(/[ \t]+/).join(' ') === words && !indented && content ? [{ line, content }] : [],
  )

/** The first closed block whose word is `examination`, and the description without all of them. */
export const readExamination = (description: string) => {
  const found = blocksNamed(description, 'examination')
  const lines = description.split('\n')
  for (const { line, content } of found.toReversed()) lines.splice(line - 1, content.length + 2)
  return { block: found[0]?.content.join('\n'), request: lines.join('\n') }
}

/** A block as `readBlocks` reads it; contents and patches end with a line break, or the last line gets one. */
export const formatBlock = (block: Block): string => {
  const { info, text } = written(block)
  const runs = text.match(/^ {0,3}`{3,}/gm) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.trim().length + 1)))
  return `${fence}${info}\n${text === '' || text.endsWith('\n') ? text : `${text}\n`}${fence}\n`
}

const written = (block: Block): { info: string; text: string } => {
  if (block.kind === 'run') return { info: 'run', text: `${block.command}\n` }
  if (block.kind === 'question') return { info: 'question', text: `${block.question}\n` }
  if (block.kind === 'patch') return { info: 'patch', text: block.patch }
  if (block.kind === 'file') return { info: `file ${pathText(block.path)}`, text: block.content }
  const marks = marksFor(`${block.find}${block.replace}`)
  const [less, equal, more] = ['<', '=', '>'].map((mark) => mark.repeat(marks))
  return {
    info: `edit ${pathText(block.path)}`,
    text: `${less} find\n${block.find}${equal}\n${block.replace}${more} replace\n`,
  }
}

const marksFor = (text: string) =>
  Math.max(
    7,
    ...(text.match(/^(={7,}|>{7,} replace)\r?$/gm) ?? []).map((line) => line.trim().split(' ')[0]!.length + 1),
  )

const pathText = (path: string) =>
  /^[^\s"`](?:[^\r\n`]*[^\s`])?$/.test(path) ? path : JSON.stringify(path).replaceAll('`', '\\u0060')
