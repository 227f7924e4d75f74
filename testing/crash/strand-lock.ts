import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Leaves the lock that git leaves when it is killed while it moves the target, with all else, as by a loss of power. */
export const strandLock = async (data: string): Promise<void> => {
  const repositories = join(data, 'repositories')
  for (const repository of (await readdir(repositories)).filter((name) => name.endsWith('.git')))
    await writeFile(join(repositories, repository, 'refs', 'heads', 'main.lock'), '')
}
