import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { atelier } from '../command.ts'
import { audit } from '../../../domains/record/audit/contract.ts'
import { notReached } from '../client/refusal.ts'
import { failed } from '../failure.ts'
import type { Session } from '../session.ts'
import { openProgress } from '../terminal/progress.ts'
import { sizeText } from '../terminal/text.ts'

/** `atelier audit export [--out file]`: the file is there whole or not at all. */
export const auditExport = async (session: Session, { out }: { readonly out?: string }): Promise<void> => {
  const { output, signal, cwd } = session
  session.ifInterrupted('Stopped; the export was not written. The audit log says that it was begun.')
  const client = await session.client()
  const body = await client.open(audit.exportAuditLog)
  if (out === undefined) {
    await pipeline(body, process.stdout, { signal, end: false }).catch((error: unknown) =>
      stopped(session, client.url, error),
    )
    return
  }
  const file = resolve(cwd, out)
  await writeWhole(session, body, file).catch((error: unknown) => stopped(session, client.url, error))
  const { size } = await stat(file)
  output.print(`Wrote ${file} (${sizeText(size)}).\nNext: ${atelier} audit verify ${out} --key <the key you kept>`)
  output.document({ file, sizeBytes: size })
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
  throw notReached(url, error)
}
