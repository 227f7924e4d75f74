import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const sources = ['execution', 'platform']

const newestMs = (folder: string) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs),
  )

// Servers of tests find the programs for sandboxes beside this one, as a released server does: from its sources each
// start of one takes three times as long. Sources that were changed after the build are used themselves.
const built = join(root, 'dist/commit')
if (existsSync(built) && sources.every((folder) => newestMs(join(root, folder)) < statSync(built).mtimeMs))
  process.argv[1] = join(root, 'dist/programs/server.mjs')
