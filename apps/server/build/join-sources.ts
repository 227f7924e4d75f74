import { mkdir, writeFile } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { rolldown, type OutputChunk, type Plugin, type RolldownOutput } from 'rolldown'
import { httpWithoutFetchPlugin } from './http-without-fetch.ts'
import { ownPlacePlugin } from './own-place.ts'
import { sourceLines } from './source-lines.ts'

export interface Joining {
  readonly root: string
  /** Below `root`. All sources lie in one of these, or are packages. */
  readonly parts: readonly string[]
  /** The program to begin with, by the name of the file that it becomes. */
  readonly programs: Readonly<Record<string, string>>
  /** Packages that stay as they are, since they are native or read what lies beside them. */
  readonly apart: readonly string[]
  /** For `openScripts`, in the place of modules: `NAME.cjs` instead of `NAME.mjs`. */
  readonly asScripts?: boolean
}

/** Joins programs with all that they import into few files in `folder`, with what stack traces need beside them. */
export const joinSources = async (
  folder: string,
  { root, parts, programs, apart, asScripts = false }: Joining,
): Promise<void> => {
  const input = Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)]))
  const joining = await rolldown({
    input,
    platform: 'node',
    tsconfig: false,
    external: (id) => apart.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [knownPlacesPlugin(root, parts), ownPlacePlugin(folder), httpWithoutFetchPlugin()],
    // As Node itself takes the sources: no import is left out that names no type.
    transform: { target: 'esnext', typescript: { onlyRemoveTypeImports: true } },
    onLog: (level, log, tell) => {
      if (level === 'warn' && log.code !== 'EVAL') throw new Error(log.message)
      if (log.code !== 'EVAL') tell(level, log)
    },
  })
  try {
    const output = await joining.generate({
      dir: folder,
      format: asScripts ? 'cjs' : 'esm',
      strict: true,
      dynamicImportInCjs: false,
      entryFileNames: asScripts ? '[name].cjs' : '[name].mjs',
      chunkFileNames: asScripts ? '[name]-[hash].cjs' : '[name]-[hash].mjs',
      sourcemap: 'hidden',
      keepNames: true,
    })
    await mkdir(folder, { recursive: true })
    await Promise.all(chunksOf(output).map((chunk) => write(folder, chunk, asScripts)))
  } finally {
    await joining.close()
  }
}

/** Around each script: its value is a function, called with what the script works with. */
const scriptHead = '(function (exports, require, module, __filename, __dirname) {'
const scriptFoot = '\n})'

const chunksOf = ({ output }: RolldownOutput) => output.filter((file) => file.type === 'chunk')

const write = async (folder: string, { fileName, code, map }: OutputChunk, isScript: boolean) => {
  const file = join(folder, fileName)
  if (map) await writeFile(`${file}.lines`, sourceLines(map.sources, map.mappings))
  await writeFile(file, isScript ? `${scriptHead}${code}${scriptFoot}` : code)
}

const knownPlacesPlugin = (root: string, parts: readonly string[]): Plugin => ({
  name: 'atelier-known-places',
  buildEnd() {
    const known = [...parts, 'node_modules'].map((part) => join(root, part) + sep)
    for (const id of this.getModuleIds())
      if (isAbsolute(id) && !known.some((place) => id.startsWith(place)))
        throw new Error(`${id} lies outside of what is looked at for changes`)
  },
})
