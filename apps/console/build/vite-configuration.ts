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

const portalStart = ['portal/start-pages.ts', 'portal/home-pages.ts']
const portalPages = [
  ...portalStart,
  'portal/delivered-pages.ts',
  'portal/document-pages.ts',
  'portal/parts/open-invoices.tsx',
  'portal/project-pages.ts',
  'portal/question-pages.ts',
  'portal/way-in-pages.ts',
]
const ofPortal = /\/console\/(portal|words\/portal[^/]*)\//
// It imports all of its package, of which a build takes a part.
const isIndex = /\/node_modules\/.*\/index\.js$/

/** A test whether these files of the console import a module, directly or through others; of the portal, or another. */
const neededBy = (files: readonly string[], isPortals = false) => {
  let needed: Set<string> | undefined
  return (id: string, graph: ModuleGraph): boolean => {
    if (needed === undefined) {
      needed = new Set(files.map((file) => join(projectRoot, 'apps/console', file)))
      // A set gives what is added while it is gone through.
      for (const one of needed) {
        if (isIndex.test(one)) continue
        for (const next of graph.getModuleInfo(one)?.importedIds ?? []) needed.add(next)
      }
    }
    return needed.has(id) && ofPortal.test(id) === isPortals
  }
}
const isOfStart = neededBy(portalStart)
const isOfPages = neededBy(portalPages)
const isOfPortalFrame = neededBy(['portal/start-pages.ts'], true)
const isOfFrame = neededBy(['shell/shell.tsx'])
const isOfHome = neededBy(['pages/home/home-page.tsx'])
const isOfPicture = neededBy(['parts/deliverable/artifact-picture.tsx'])
const isOfChange = neededBy(['pages/projects/cycles/change-review/change-review.tsx'])

/** The modules that some pages need: a file brings along what its modules import, so the portal's are in the first. */
const only = (isNeeded: ReturnType<typeof neededBy>, name: string) => ({
  name: (id: string, graph: ModuleGraph) => (isNeeded(id, graph) ? name : null),
  debugName: name,
})
const parts = {
  test: /lucide-react.*\/icons\/|\/domains\/.*\/contract[./]|\/console\/(api|parts)\/[^/]+$/,
  minShareCount: 4,
}
const decisions = { test: /\/parts\/request-decision\//, minShareCount: 2 }

/**
 * The files that pages share; else each set of pages would have files of its own for its modules, most below 1 kB: what
 * every visit begins with, what the portal and pages of the agency begin with, the frame of the portal, what most pages
 * need, small modules of several pages, the frame of the agency, decisions, and what Home, pictures, and the review of a
 * change share with other pages. A module is in the first file that takes it.
 */
const sharedFiles = [
  { name: 'start', tags: ['$initial' as const] },
  { ...only(isOfStart, 'shared'), minShareCount: 2 },
  { ...only(isOfPortalFrame, 'frame-of-portal'), minShareCount: 2 },
  { ...only(isOfPages, 'common-of-portal'), minShareCount: 30 },
  { name: 'common', minShareCount: 30 },
  { ...only(isOfPages, 'parts-of-portal'), ...parts },
  { name: 'parts', ...parts },
  { ...only(isOfFrame, 'frame'), minShareCount: 2 },
  { ...only(isOfPages, 'decisions-of-portal'), ...decisions },
  { name: 'decisions', ...decisions },
  { ...only(isOfHome, 'home'), minShareCount: 2 },
  { ...only(isOfPicture, 'picture'), minShareCount: 2 },
  { ...only(isOfChange, 'change'), test: /\/(pages|words|domains)\//, minShareCount: 2 },
].map((file, at, all) => ({ ...file, priority: all.length - at }))

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
