import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unreachableFailure } from '../client/refusal.ts'
import { failed } from '../failure.ts'
import type { Session } from '../session.ts'
import { openProgress } from '../terminal/progress.ts'
import { printable, sizeText } from '../terminal/text.ts'

/** Writes a server's answer to a file, whole or not at all, and reports it; without a name, to standard output. */
export const download = async (session: Session, url: string, body: Readable, out: string | undefined) => {
  const { signal, cwd, output } = session
  if (out === undefined) {
    await pipeline(body, process.stdout, { signal, end: false }).catch((error: unknown) => stopped(session, url, error))
    return undefined
  }
  const file = resolve(cwd, out)
  await writeWhole(session, body, file).catch((error: unknown) => stopped(session, url, error))
  const written = { file, sizeBytes: (await stat(file)).size }
  output.show(written, `Wrote ${printable(file)} (${sizeText(written.sizeBytes)}).`)
  return written
}

const writeWhole = async ({ output, signal }: Session, body: Readable, file: string) => {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  const progress = openProgress(output, 'Downloading')
  try {
    await pipeline(body, progress.counter, createWriteStream(part, { mode: 0o600, flags: 'wx' }), { signal })
    await rename(part, file)
  } finally {
    progress.end()
    await rm(part, { force: true })
  }
}

const stopped = ({ signal }: Session, url: string, error: unknown): never => {
  if (signal.aborted) throw signal.reason
  const { syscall, code, message } = error as NodeJS.ErrnoException
  if (syscall !== undefined && code !== 'ECONNRESET')
    throw failed('not_written', `The export could not be written: ${message}.`)
  throw unreachableFailure(url, error)
}
