import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundRepository } from './find-repository.ts'

/** The project of a repository; in its git folder, so that nothing tracked changes. */
export interface Link {
  readonly url: string
  readonly projectId: string
  readonly name: string
}

const fileOf = ({ commonDir }: FoundRepository) => join(commonDir, 'atelier.json')

export const readLink = async (found: FoundRepository): Promise<Link | undefined> => {
  const text = await readFile(fileOf(found), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { url, projectId, name } = JSON.parse(text) as Partial<Link>
    return url && projectId && name ? { url, projectId, name } : undefined
  } catch {
    return undefined
  }
}

export const writeLink = async (found: FoundRepository, link: Link): Promise<void> => {
  const fresh = `${fileOf(found)}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify(link, undefined, 2)}\n`)
  await rename(fresh, fileOf(found))
}
