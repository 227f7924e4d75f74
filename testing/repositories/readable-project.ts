import type { Caller } from '../caller.ts'
import { fileBlock, mergeUnverified } from '../delivery.ts'
import { bundleRepository, git, importProject, inFolder, writeFiles } from '../repository.ts'

const first = {
  '.gitignore': '.env\n',
  '.env': 'KEY=1\n',
  'a.txt': 'one\n',
  empty: '',
  link: { link: '/etc/passwd' },
  'latin1.txt': Buffer.from('caf\xe9\n', 'latin1'),
  'bytes.bin': Buffer.from('a\0b'),
  'dir/b.txt': 'b\n',
}

/** A project of two commits, with a branch that is not in use. */
export const importHistory = async (caller: Caller) => {
  const { bundle, since } = await inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFiles(folder, first)
    git(folder, 'add', '-A', '-f')
    git(folder, 'commit', '-q', '-m', 'First')
    const begun = git(folder, 'rev-parse', 'HEAD').trim()
    git(folder, 'branch', 'next')
    await writeFiles(folder, { 'a.txt': 'one\ntwo\n', 'large.txt': 'x'.repeat(2 ** 20 + 1), '.env': 'KEY=2\n' })
    git(folder, 'add', '-A', '-f')
    git(folder, 'commit', '-q', '-m', 'Second')
    return { bundle: await bundleRepository(folder), since: begun }
  })
  const { projectId } = await importProject(caller, bundle)
  await mergeUnverified(caller, projectId)
  return { projectId, since, head: bundle.commitSha }
}

/** A description that the offline model carries out: it writes files, changes some, and waits. */
export const changeThatWaits = (held: string) =>
  `${fileBlock('NOTES.md', 'Notes\n')}${fileBlock('a.txt', 'ONE\n')}\`\`\`run
mkdir -p x; printf 'a\\000' > x/new; printf 2 > .env; ${held}
\`\`\`
`
