import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { normalEmail } from '../contract/index.ts'
import { retention } from '../retention/index.ts'
import type { Removals } from '../removals/index.ts'
import type { ObjectStore } from '../storage/index.ts'
import type { Stamp } from './compose.ts'

// The outbox is a folder on one machine, and objects of the store where several machines share it.

/** Writes a message into the outbox folder, whole or not at all. Names sort by queue time; a repeat replaces. */
export const writeToOutbox = async (folder: string, { id, createdAt }: Stamp, content: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const name = `${createdAt.toISOString().replaceAll(/[-:]/g, '')}-${id}.eml`
  const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const keptMs = retention.outbox.days * 86_400_000
// The name of a whole message ends with the id of the message's database row.
const rowIdIn = (path: string) => /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/.exec(path)?.[1]

/** Removes messages that were written long ago, and half-written files of processes that died. */
export const sweepOutbox = async (folder: string, nowMs = Date.now()): Promise<void> => {
  for (const path of await messagesIn(folder)) {
    const file = await stat(path).catch(() => undefined)
    if (file && file.mtimeMs < nowMs - keptMs) await rm(path, { force: true })
  }
}

/** The object of a message where several machines have one outbox. */
export const outboxKey = (id: string): string => `outbox/${id}.eml`

/** Stores a message in the outbox of several machines. */
export const putIntoOutbox = async (objects: ObjectStore, id: string, content: Buffer): Promise<void> => {
  await objects.put(outboxKey(id), Readable.from([content]), { maxBytes: content.length })
}

/** Moves the folder's messages into the object store, but removes those without a row: their recipient was erased. */
export const moveOutbox = async (
  folder: string,
  { objects, removals }: { readonly objects: ObjectStore; readonly removals: Removals },
  findRows: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> => {
  const files = (await messagesIn(folder)).flatMap((path) => {
    const id = rowIdIn(path)
    return id === undefined ? [] : [{ path, id }]
  })
  if (files.length === 0) return
  const rows = await findRows(files.map(({ id }) => id))
  for (const { path, id } of files) {
    const content = rows.has(id) ? await readFile(path).catch(absentIs(undefined)) : undefined
    if (content) await putIntoOutbox(objects, id, content)
    // An erasure before this put removed the row, but found no object to remove.
    if (content && !(await findRows([id])).has(id)) await removals.now([outboxKey(id)])
    await rm(path, { force: true })
  }
}

/** Removes the message of a row from store and folder; `sweepOutbox` removes a half-written file, whose process died. */
export const removeMessage = async (folder: string, removals: Removals, id: string): Promise<void> => {
  await removals.now([outboxKey(id)])
  for (const path of await messagesIn(folder)) if (rowIdIn(path) === id) await rm(path, { force: true })
}

/** The message of a row, from the object store or from the folder of this machine; undefined if neither has it. */
export const readFromOutbox = async (folder: string, objects: ObjectStore, id: string): Promise<Buffer | undefined> => {
  const opened = await objects.open(outboxKey(id))
  if (opened) return buffer(opened.content)
  const path = (await messagesIn(folder)).find((one) => rowIdIn(one) === id)
  return path === undefined ? undefined : readFile(path).catch(absentIs(undefined))
}

/** Removes the folder's messages to an address, in any spelling, half-written ones too; any process may, at once. */
export const removeFromOutbox = async (folder: string, address: string): Promise<void> => {
  const meant = normalEmail(address)
  for (const path of await messagesIn(folder)) {
    const to = recipientOf(await readHead(path).catch(absentIs('')))
    if (to !== undefined && normalEmail(to) === meant) await rm(path, { force: true })
  }
}

/** The paths of whole and of half-written messages. */
const messagesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(absentIs<string[]>([]))
  return names.filter((name) => /\.eml(\.[0-9a-f]{12})?$/.test(name)).map((name) => join(folder, name))
}

const headBytes = 16_384

/** The beginning of a message, with more than the headers that the composer writes. */
const readHead = async (path: string): Promise<string> => {
  await using file = await open(path)
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return head.toString('utf8', 0, bytesRead)
}

/** The address behind `To:`, bare, as `Name <address>`, or folded over lines. */
const recipientOf = (message: string): string | undefined => {
  const [headers = ''] = message.split('\r\n\r\n', 1)
  const to = /^To:(.*)$/im.exec(headers.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]?.trim()
  return to === undefined ? undefined : (/<([^<>]*)>$/.exec(to)?.[1] ?? to)
}

const absentIs =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value
    throw error
  }
