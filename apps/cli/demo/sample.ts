import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../../execution/repositories/index.ts'
import type { Change } from './change.ts'

const samples = join(import.meta.dirname, '..', '..', '..', 'samples')

export type SampleName = 'bakery' | 'theatre' | 'word-count'

const titles: Readonly<Record<SampleName, string>> = {
  bakery: 'List the products of the bakery',
  theatre: 'Tell free seats and prices of tickets',
  'word-count': 'Count the words of a text',
}

/** Makes the repository of a sample in `folder`, with one commit of that time. */
export const makeSample = async (
  folder: string,
  name: SampleName = 'word-count',
  committedAt = new Date('2026-01-05T09:00:00Z'),
): Promise<string> => {
  const workTree = join(folder, name)
  await cp(join(samples, name), workTree, { recursive: true })
  const place = { gitDir: join(workTree, '.git'), workTree, environment: authorAt(committedAt) }
  await git(['init', '--quiet', '--template=', '--initial-branch=main'], place)
  await git(['add', '--all'], place)
  await git(['commit', '--quiet', '--message', titles[name]], place)
  return workTree
}

const authorAt = (at: Date) => ({
  GIT_AUTHOR_NAME: 'Sample',
  GIT_AUTHOR_EMAIL: 'sample@atelier.invalid',
  GIT_AUTHOR_DATE: at.toISOString(),
  GIT_COMMITTER_NAME: 'Sample',
  GIT_COMMITTER_EMAIL: 'sample@atelier.invalid',
  GIT_COMMITTER_DATE: at.toISOString(),
})

/** The change that comes with the sample. */
export const sampleChange = (): Promise<Change> => readChange('word-count')

/** A test of the person who wants the change, which its agent does not see. */
export const sampleAcceptance = async () => ({
  path: 'test/acceptance.test.js',
  content: await readFile(join(samples, 'word-count.acceptance.test.js'), 'utf8'),
})

/** A change as it is written in `samples/`, below its title. */
export const readChange = async (name: string): Promise<Change> => {
  const text = await readFile(join(samples, `${name}.md`), 'utf8')
  const end = text.indexOf('\n')
  return { title: text.slice(2, end), description: text.slice(end).trim() }
}
