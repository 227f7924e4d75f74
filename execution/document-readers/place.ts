import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'

const inside = '/opt/atelier'

/**
 * The host paths that a sandbox needs for the reading program, and the paths of the program and of its character maps
 * inside.
 */
interface ReaderPlace {
  readonly binds: readonly { readonly from: string; readonly to: string }[]
  readonly program: string
  readonly cmaps: string
}

/** Where the server runs from dist/, the reading program is beside it, built for a sandbox that shows nothing else. */
export const readerPlace = (): ReaderPlace => {
  const [, started = ''] = process.argv
  const built = join(dirname(started), '..', 'readers')
  const folder = join(inside, 'dist/readers')
  const program = 'read.mjs'
  if (existsSync(join(built, program)))
    return { binds: [{ from: built, to: folder }], program: join(folder, program), cmaps: join(folder, 'cmaps') }
  const own = join(inside, 'execution/document-readers')
  return {
    binds: [
      { from: packages(), to: join(inside, 'node_modules') },
      { from: import.meta.dirname, to: own },
      { from: join(import.meta.dirname, '../../platform/charsets'), to: join(inside, 'platform/charsets') },
    ],
    program: join(own, 'program/main.ts'),
    cmaps: join(own, 'cmaps'),
  }
}

const packages = () => {
  const entry = createRequire(import.meta.url).resolve('unpdf')
  return entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length)
}
