import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, usage } from '../failure.ts'
import { findRepository } from '../repository/find-repository.ts'
import { openView, readHead, readRefs, readStatus } from '../repository/view.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { counted } from '../terminal/text.ts'

/**
 * The state that must be the same before and after: for a repository its refs, HEAD, index, configuration and status.
 */
export interface Fingerprint {
  readonly parts: Readonly<Record<string, string>>
  /** In words. */
  readonly summary: string
}

export const fingerprintOf = async (path: string, signal: AbortSignal): Promise<Fingerprint> => {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw usage(`There is no file or folder ${path}. Name a git repository or a git bundle.`)
  return found.isDirectory() ? ofRepository(path, signal) : ofFile(path)
}

const ofRepository = (path: string, signal: AbortSignal) =>
  inTemporaryFolder(async (folder): Promise<Fingerprint> => {
    const found = await findRepository(path)
    if (!found) throw failed('not_a_repository', `${path} is not in a git repository. Name one, or a git bundle.`)
    const [refs, head] = await Promise.all([readRefs(found, signal, ['refs/']), readHead(found, signal)])
    const status = await readStatus(found, await openView(found, folder, signal), signal)
    const bytes = async (name: string) => sha256(await readFile(join(found.gitDir, name)).catch(() => ''))
    const parts = {
      refs: JSON.stringify(refs),
      HEAD: JSON.stringify(head),
      status: JSON.stringify(status),
      index: await bytes('index'),
      config: await bytes('config'),
    }
    const state = status.length === 0 ? 'nothing changed in the work tree' : counted(status.length, 'change')
    return { parts, summary: `${counted(refs.length, 'ref')}, ${state}` }
  })

const ofFile = async (path: string): Promise<Fingerprint> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  const digest = hash.digest('hex')
  return { parts: { sha256: digest }, summary: `SHA-256 ${digest.slice(0, 12)}…` }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** The names of the parts that differ. */
export const differing = (before: Fingerprint, after: Fingerprint): string[] =>
  Object.keys(before.parts).filter((name) => before.parts[name] !== after.parts[name])
