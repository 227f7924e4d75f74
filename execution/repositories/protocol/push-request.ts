import { openPktReader, PktError, type PktReader } from './pkt-line.ts'
import { isRefName, isSha } from '../refs.ts'

/** A ref that a push asks to move. Forty zeros are no commit: the ref is new, or is to be deleted. */
export interface RefCommand {
  readonly from: string
  readonly to: string
  readonly name: string
}

export interface PushRequest {
  /** None if the client only tries its credential. */
  readonly commands: readonly RefCommand[]
  readonly capabilities: ReadonlySet<string>
  /** Given with `git push -o`. */
  readonly options: readonly string[]
  /** The rest of the request: a pack, unless all refs are deleted. Read it to its end. */
  readonly pack: AsyncGenerator<Buffer>
}

/** A push names more refs than are taken. The rest of its request is in `rest`. */
export class TooManyRefsError extends Error {
  override readonly name = 'TooManyRefsError'
  readonly capabilities: ReadonlySet<string>
  readonly rest: AsyncGenerator<Buffer>

  constructor(most: number, capabilities: ReadonlySet<string>, rest: AsyncGenerator<Buffer>) {
    super(`The push names more than ${most} branches and tags.`)
    this.capabilities = capabilities
    this.rest = rest
  }
}

const optionsMost = 20

/**
 * Reads the commands of a push, up to its pack. Throws a PktError for what git does not send, and a TooManyRefsError.
 * Source: gitprotocol-pack(5), “Reference Update Request”; the lines of a shallow clone are skipped.
 */
export const readPushRequest = async (body: AsyncIterable<Buffer>, refsMost: number): Promise<PushRequest> => {
  const reader = openPktReader(body)
  const commands: RefCommand[] = []
  let capabilities: ReadonlySet<string> = new Set()
  for (let line = await reader.line(); line !== 'flush'; line = await reader.line()) {
    if (line === undefined) throw new PktError('The request ended before its list of branches.')
    const text = line.toString().replace(/\n$/, '')
    if (text.startsWith('shallow ')) continue
    const [command, added] = text.split('\0', 2) as [string, string?]
    if (added !== undefined) capabilities = new Set(added.trim().split(' '))
    commands.push(parseCommand(command))
    if (commands.length > refsMost) throw new TooManyRefsError(refsMost, capabilities, reader.rest())
  }
  const options = capabilities.has('push-options') && commands.length > 0 ? await readOptions(reader) : []
  return { commands, capabilities, options, pack: reader.rest() }
}

const parseCommand = (text: string): RefCommand => {
  const [from = '', to = '', ...words] = text.split(' ')
  const name = words.join(' ')
  if (!isSha(from) || !isSha(to) || !isRefName(name))
    throw new PktError('The request names a branch in a way that git does not.')
  return { from, to, name }
}

const readOptions = async (reader: PktReader): Promise<string[]> => {
  const options: string[] = []
  for (let line = await reader.line(); line !== 'flush'; line = await reader.line()) {
    if (line === undefined) throw new PktError('The request ended before its options.')
    if (options.length === optionsMost) throw new PktError(`A push has at most ${optionsMost} options.`)
    options.push(line.toString().replace(/\n$/, ''))
  }
  return options
}
