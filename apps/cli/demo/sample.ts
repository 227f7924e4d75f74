import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../../execution/repositories/index.ts'

const samples = join(import.meta.dirname, '..', '..', '..', 'samples')
const name = 'word-count'

const author = {
  GIT_AUTHOR_NAME: 'Sample',
  GIT_AUTHOR_EMAIL: 'sample@atelier.invalid',
  GIT_AUTHOR_DATE: '2026-01-05T09:00:00Z',
  GIT_COMMITTER_NAME: 'Sample',
  GIT_COMMITTER_EMAIL: 'sample@atelier.invalid',
  GIT_COMMITTER_DATE: '2026-01-05T09:00:00Z',
}

/** Makes the repository of the sample in `folder`. */
export const makeSample = async (folder: string): Promise<string> => {
  const workTree = join(folder, name)
  await cp(join(samples, name), workTree, { recursive: true })
  const place = { gitDir: join(workTree, '.git'), workTree, environment: author }
  await git(['init', '--quiet', '--template=', '--initial-branch=main'], place)
  await git(['add', '--all'], place)
  await git(['commit', '--quiet', '--message', 'Count the words of a text'], place)
  return workTree
}

/** The change that comes with the sample. */
export const sampleChange = async () => {
  const text = await readFile(join(samples, `${name}.md`), 'utf8')
  const end = text.indexOf('\n')
  return { title: text.slice(2, end), description: text.slice(end).trim() }
}
