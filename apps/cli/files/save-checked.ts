import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { failed, usage } from '../failure.ts'
import { openMeasure } from '../import/measure.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'

interface ExpectedFile {
  /** Its name at the source, folders included. */
  readonly name: string
  readonly sha256: string
  /** Where it goes; without it, into this folder under the last part of its name. */
  readonly out: string | undefined
}

/** Saves a file compared with its hash, never over an existing file; returns its path. */
export const saveChecked = async (
  session: Session,
  content: NodeJS.ReadableStream,
  { name, sha256, out }: ExpectedFile,
): Promise<string> => {
  const path = resolve(session.cwd, out ?? savedAs(name))
  if ((await save(session, content, path)) === sha256) return path
  await rm(path, { force: true })
  throw failed('artifact_differs', 'What came does not have the hash that the server names. Nothing was saved.')
}

/**
 * The name was chosen by a program of the change: a name that other programs read automatically has to be typed by
 * hand.
 */
const savedAs = (name: string) => {
  const last = name.slice(name.lastIndexOf('/') + 1)
  if (last.startsWith('.')) throw usage(`${printable(last)} is a hidden file. Say where it goes: --out <file>`)
  return last
}

const save = async ({ signal }: Session, content: NodeJS.ReadableStream, path: string): Promise<string> => {
  const measure = openMeasure()
  const file = createWriteStream(path, { flags: 'wx' })
  await pipeline(content, measure.pass, file, { signal }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw failed('file_exists', `${printable(path)} is there already. Say where it goes: --out <file>`)
    throw error
  })
  return measure.sha256()
}
