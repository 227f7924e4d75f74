import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Packages of hundreds of modules that commands read, which cost more to find and link than a command does. */
export const joinedPackages = ['typebox', 'typebox/value', 'undici'] as const

/** What a package is called there. */
export const joinedName = (specifier: string): string => specifier.replaceAll('/', '-')

/** Where bin/packages.sh leaves them, each joined into few files; bin/setup throws them away when it installs packages. */
export const joinedFolder = join(import.meta.dirname, '../../node_modules/.atelier-packages')

/** What is imported from now on comes from the joined packages, where they are there. */
export const useJoinedPackages = (folder = joinedFolder): void => {
  // It is written last.
  if (!existsSync(join(folder, 'stamp'))) return
  const urls = new Map<string, string>()
  for (const name of joinedPackages) {
    const file = join(folder, `${joinedName(name)}.mjs`)
    // An earlier Atelier may have joined fewer.
    if (existsSync(file)) urls.set(name, pathToFileURL(file).href)
  }
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = urls.get(specifier)
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
    },
  })
}
