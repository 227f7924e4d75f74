import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { git, GitError, readBundleHeader } from '../../../execution/repositories/index.ts'
import { failed } from '../failure.ts'
import { makeBare } from '../repository/view.ts'
import { openMeasure } from './measure.ts'

interface Ref {
  readonly sha: string
  readonly name: string
}

/** The refs of a bundle file, or the fault in it. */
export const readBundleRefs = async (path: string): Promise<readonly Ref[]> => {
  const header = await readBundleHeader(path)
  if ('rule' in header) throw failed(header.rule, `${path}: ${header.message}`)
  return header.refs
}

/** A repository of ours, in `folder`, with the objects and refs of a bundle, its objects checked by git on the way. */
export const bundleView = async (path: string, folder: string, refs: readonly Ref[], signal: AbortSignal) => {
  const gitDir = join(folder, 'bundle.git')
  await makeBare(gitDir)
  try {
    const limits = { timeoutMs: hourMs, maxOutputBytes: 256 * 1024 * 1024 }
    await git(['-c', 'transfer.fsckObjects=true', 'bundle', 'unbundle', path], { gitDir, signal, ...limits })
    const input = refs.flatMap(({ name, sha }) => (name === 'HEAD' ? [] : [`create ${name}\0${sha}\0`])).join('')
    await git(['update-ref', '--stdin', '-z'], { gitDir, input, signal, timeoutMs: hourMs })
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw failed(
      'corrupt',
      `${path} is not whole; git says: ${error.stderr.trim().slice(0, 500)}\nMake the bundle again.`,
    )
  }
  const measure = openMeasure()
  await pipeline(createReadStream(path), measure.pass.resume(), { signal })
  return { gitDir, ...measure.result() }
}

const hourMs = 60 * 60_000
