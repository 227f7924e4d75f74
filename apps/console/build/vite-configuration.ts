import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Rolldown } from 'vite'
import { contractsPlugin, projectRoot } from './contracts-plugin.ts'
import { firstPaintPlugin } from './first-paint-plugin.ts'

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }

interface ModuleGraph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null
}

const portalStart = join(projectRoot, 'apps/console/portal/start-pages.ts')
const ofPortal = /\/console\/(portal|words\/portal[^/]*)\//
// It imports all of its package, of which a build takes a part.
const isIndex = /\/node_modules\/.*\/index\.js$/

let needed: Set<string> | undefined

/** Names modules that the portal begins with, by an import or by what is imported, and that pages of the agency need too. */
const sharedWithPortal = (id: string, graph: ModuleGraph) => {
  if (needed === undefined) {
    needed = new Set([portalStart])
    // A set gives what is added while it is gone through.
    for (const one of needed) {
      if (isIndex.test(one)) continue
      for (const next of graph.getModuleInfo(one)?.importedIds ?? []) needed.add(next)
    }
  }
  return needed.has(id) && !ofPortal.test(id) ? 'shared' : null
}

/**
 * The files that pages share; else each set of pages would have files of its own for its modules, most below 1 kB: what
 * every visit begins with, what the portal and pages of the agency
 * begin with, what most pages need, small modules of several pages, the frame of the agency, and decisions.
 * A module is in the first file that takes it.
 */
const sharedFiles = [
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  { name: sharedWithPortal, debugName: 'shared', minShareCount: 2, priority: 3.5 },
  { name: 'common', minShareCount: 30, priority: 3 },
  {
    name: 'parts',
    test: /lucide-react.*\/icons\/|\/domains\/.*\/contract[./]|\/console\/(api|parts)\/[^/]+$/,
    minShareCount: 4,
    priority: 2,
  },
  { name: 'frame', test: /\/console\/shell\//, minShareCount: 2, priority: 1 },
  { name: 'decisions', test: /\/parts\/request-decision\//, minShareCount: 2, priority: 0 },
]

/** How Vite builds the console into `folder`. */
export const viteConfiguration = (folder: string): InlineConfig => ({
  configFile: false,
  root: join(projectRoot, 'apps/console'),
  base: '/console/',
  logLevel: 'warn',
  plugins: [react(), contractsPlugin(), firstPaintPlugin()],
  define: { 'import.meta.env.ATELIER_VERSION': JSON.stringify(version) },
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: folder,
    emptyOutDir: true,
    manifest: 'manifest.json',
    // A test bounds the first load, by the bytes that a browser receives.
    chunkSizeWarningLimit: 1_000,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: 'baseline-widely-available',
    rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } },
  },
})
