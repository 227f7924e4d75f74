import { randomBytes } from 'node:crypto'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { exportProjectSecrets } from '../../../../domains/code/secrets/contract.ts'
import { defined } from '../../client/client.ts'
import { conflict, failed } from '../../failure.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

interface ExportSecretsOptions extends ProjectOption {
  readonly format?: string
  readonly out?: string
  readonly force?: boolean
}

/** `atelier secrets export`: writes a file with its values in clear, readable only by its owner. */
export const exportSecrets = async (session: Session, source: string, options: ExportSecretsOptions): Promise<void> => {
  const { output, cwd } = session
  const { format, out = source, force = false } = options
  session.ifInterrupted('Stopped; no file was written. The audit log may have the export.')
  const { client, id: projectId } = await openProject(session, options)
  const body = defined({ source, format })
  const content = await buffer(await client.open(exportProjectSecrets, { params: { projectId }, body }))
  const file = resolve(cwd, out)
  await writePrivately(file, content, force)
  output.show({ file, source, sizeBytes: content.length }, `Wrote ${printable(file)}, which you alone can read.`)
}

/** The file is written whole or not at all. A file at its path is replaced, never followed, and only by `force`. */
const writePrivately = async (file: string, content: Buffer, force: boolean) => {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(part, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
    await (force ? rename(part, file) : link(part, file))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw conflict('file_exists', `${printable(file)} is there already. Replace it with --force.`)
    throw failed('not_written', `${printable(file)} could not be written: ${message}.`)
  } finally {
    await handle.close()
    await rm(part, { force: true })
  }
}
