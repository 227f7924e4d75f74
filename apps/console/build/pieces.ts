import { join } from 'node:path'
import type { Plugin } from 'vite'
import { consoleRoot } from './contracts-plugin.ts'

// Whoever imports one thing of such a package names all of it: of these the entry has what it draws with alone.
const isOfMantine = /\/node_modules\/(@mantine|@floating-ui|react-remove-scroll)/
const isOfProvider =
  /@mantine\/(core\/esm\/core\/(MantineProvider|utils\/(keys|deep-merge|units-converters|noop|filter-props))|hooks\/esm\/use-(media-query|color-scheme|isomorphic-effect))\//
const isWhole = (id: string) => !isOfMantine.test(id) || isOfProvider.test(id)
const isHelper = (id: string) => id.includes('vite/preload-helper') || id.includes('rolldown/runtime')
const isOfPortal = (id: string) => id.startsWith(join(consoleRoot, 'portal/'))
const isOfDecision = (id: string) =>
  ['parts/decision/', 'words/inbox/'].some((folder) => id.startsWith(join(consoleRoot, folder)))
const isOfHome = (id: string) => id.startsWith(join(consoleRoot, 'pages/home'))

/**
 * In which pieces a browser reads the console. A request costs a phone as much as 30 kB, so that what is always read
 * together is one file: what the entry imports, what the start of the portal has for itself, what that shares with other
 * pages, and what home shares with them.
 */
export const pieces = () => {
  let [entry, portal, preview, home]: ReadonlySet<string>[] = [new Set(), new Set(), new Set(), new Set()]
  const plugin: Plugin = {
    name: 'atelier-pieces',
    buildEnd() {
      const closure = (id: string, seen: Set<string>) => {
        if (seen.has(id)) return seen
        seen.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) closure(imported, seen)
        return seen
      }
      const from = (file: string) => closure(join(consoleRoot, file), new Set())
      entry = from('main.tsx')
      portal = from('portal/pages.ts')
      preview = from('pages/settings/brand.tsx')
      home = from('pages/home.tsx')
    },
  }
  const main = join(consoleRoot, 'main.tsx')
  const start = join(consoleRoot, 'portal/pages.ts')
  const isBeside = (id: string) => portal!.has(id) && !entry!.has(id) && id !== start
  const isOften = (id: string) => home!.has(id) && !entry!.has(id) && !portal!.has(id) && !isOfHome(id)
  const groups: readonly { name: string; priority: number; test: (id: string) => boolean }[] = [
    { name: 'core', priority: 3, test: (id) => isHelper(id) || (entry!.has(id) && isWhole(id) && id !== main) },
    { name: 'shared', priority: 2, test: (id) => isBeside(id) && !isOfPortal(id) && isWhole(id) },
    { name: 'portal', priority: 1, test: (id) => isBeside(id) && isOfPortal(id) && !preview!.has(id) },
    { name: 'often', priority: 0, test: (id) => isOften(id) && isWhole(id) && !isOfDecision(id) },
    { name: 'decision', priority: 0, test: (id) => isOften(id) && isOfDecision(id) },
  ]
  // What a group does not name stays with the page that uses it.
  return { plugin, groups: groups.map((group) => ({ ...group, includeDependenciesRecursively: false })) }
}
