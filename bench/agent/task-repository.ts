import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundle, bundleRepository, git, inFolder, writeFiles } from '../../testing/repository.ts'
import type { Task } from './task.ts'

/** Why the repository of a task cannot be made here; undefined if it can. */
export const missingFixture = ({ fixture }: Task, fixtures: string | undefined): string | undefined => {
  if (!fixture) return undefined
  if (fixtures === undefined) return `needs ${fixture.bundle}: name its folder by --fixtures`
  return existsSync(join(fixtures, fixture.bundle)) ? undefined : `needs ${fixture.bundle} in ${fixtures}`
}

/** The repository that a task begins with, as people import it. */
export const baseOf = ({ fixture, base, branch }: Task, fixtures = ''): Promise<Bundle> =>
  inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    if (fixture) git(folder, 'pull', '-q', join(fixtures, fixture.bundle), fixture.commit)
    await commitFiles(folder, base, fixture ? 'Prepare' : 'First')
    if (Object.keys(branch).length > 0) {
      git(folder, 'checkout', '-q', '-b', 'later')
      await commitFiles(folder, branch, 'Mend it')
      git(folder, 'checkout', '-q', 'main')
    }
    return bundleRepository(folder)
  })

const commitFiles = async (folder: string, files: Readonly<Record<string, string>>, message: string) => {
  if (Object.keys(files).length === 0) return
  await writeFiles(folder, files)
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', message)
}
