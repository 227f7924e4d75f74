import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Rolldown, Plugin } from 'vite'
import { contractsPlugin, projectRoot } from './contracts-plugin.ts'
import { createHash } from 'node:crypto'

const agencyRoutes = /^assets\/agency-routes-[^/]+\.js$/
const textFont = /^assets\/instrument-sans-latin-wght-[^/]+\.woff2$/

/** Names the file of the agency's routes to first-paint.js; empty if the sources are served. */
const routesIn = (files: readonly string[]) => {
  const file = files.find((name) => agencyRoutes.test(name))
  return file === undefined ? {} : { 'data-routes': `/console/${file}` }
}

/**
 * Emits first-paint.js under a name with its hash, and has the page run it before anything else; and has the browser
 * read the text font at once, so that no line breaks again when it arrives.
 */
const firstPaintPlugin = (): Plugin => {
  const source = readFileSync(join(import.meta.dirname, 'first-paint.js'), 'utf8')
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const fileName = `assets/first-paint-${hash}.js`
  return {
    name: 'atelier-first-paint',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: (_html, { bundle = {} }) => [
      {
        tag: 'script',
        attrs: { src: `/console/${fileName}`, ...routesIn(Object.keys(bundle)) },
        injectTo: 'head-prepend',
      },
      ...Object.keys(bundle)
        .filter((name) => textFont.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/console/${name}` },
          injectTo: 'head' as const,
        })),
    ],
  }
}

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }

interface ModuleGraph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null
}

// It imports all of its package, of which a build takes a part.
const isIndex = /\/node_modules\/.*\/index\.js$/

/** A test whether these files of the console import a module, directly or through others. */
const neededBy = (files: readonly string[]) => {
  let needed: Set<string> | undefined
  return (id: string, graph: ModuleGraph): boolean => {
    if (needed === undefined) {
      needed = new Set(files.map((file) => join(projectRoot, 'apps/console', file)))
      // A set also yields entries that are added during iteration.
      for (const one of needed) {
        if (isIndex.test(one)) continue
        for (const next of graph.getModuleInfo(one)?.importedIds ?? []) needed.add(next)
      }
    }
    return needed.has(id)
  }
}
const isOfPortalFrame = neededBy(['portal/start-pages.ts', 'portal/home-pages.ts'])
const isOfFrame = neededBy(['shell/shell.tsx', 'api/follow-workspace.ts'])
const isOfHome = neededBy(['pages/home/home-page.tsx'])
const isOfPicture = neededBy(['parts/deliverable/artifact-picture.tsx'])
const isOfRequest = neededBy([
  'pages/projects/cycles/change-review/request-text.tsx',
  'pages/projects/cycles/detail/use-evidence.ts',
])
const isOfChange = neededBy(['pages/projects/cycles/change-review/change-review.tsx'])
const isOfCycle = neededBy(['pages/projects/cycles/detail/cycle-page.tsx'])
const isOfCycleParts = neededBy([
  'pages/projects/cycles/attachments/cycle-files.tsx',
  'pages/projects/cycles/detail/task-checks.tsx',
])

/** The modules that some pages need. */
const only = (isNeeded: ReturnType<typeof neededBy>, name: string) => ({
  name: (id: string, graph: ModuleGraph) => (isNeeded(id, graph) ? name : null),
  debugName: name,
})
const start = { name: 'start', tags: ['$initial' as const] }
const parts = {
  name: 'parts',
  test: /lucide-react.*\/icons\/|\/domains\/.*\/contract[./]|\/console\/(api|parts(\/(feedback|files|forms|list|text))?)\/[^/]+$/,
  minShareCount: 4,
}

/**
 * The files that pages share; else each set of pages would have files of its own for its modules, most below 1 kB:
 * modules for every visit, modules for most pages, small modules of several pages, the frame of the agency, the headline
 * of a failure, decisions and reverts, and modules that Home, pictures, the change review, the page of a cycle and its
 * parts share with other pages. A module is in the first file that takes it.
 */
const filesOfAgency = [
  start,
  { name: 'common', minShareCount: 30 },
  parts,
  { ...only(isOfFrame, 'frame'), minShareCount: 2 },
  { name: 'headline', test: /\/(use|failure)-headline\.ts$/, minShareCount: 2 },
  { name: 'decisions', test: /\/parts\/(request-decision|revert)\//, minShareCount: 2 },
  { ...only(isOfHome, 'home'), minShareCount: 2 },
  { ...only(isOfPicture, 'picture'), minShareCount: 2 },
  { ...only(isOfRequest, 'request'), test: /\/(pages|words|domains)\//, minShareCount: 2 },
  { ...only(isOfChange, 'change'), test: /\/(pages|words|domains)\//, minShareCount: 2 },
  // The page of an invoice, the largest of all, needs this of the next file alone.
  { name: 'pencil', test: /\/icons\/pencil\./ },
  { ...only(isOfCycle, 'cycle'), test: /^(?!.*(\/words\/|\/conversation\/|-model\.tsx|model-note))/, minShareCount: 2 },
  { ...only(isOfCycleParts, 'cycle-parts'), minShareCount: 2 },
  { name: 'deployed', test: /\/preview-pictures\/(cycle-pictures|pictured-deployment)\./ },
]
const filesOfPortal = [start, { ...only(isOfPortalFrame, 'frame'), minShareCount: 2 }, parts]

// What visitors read has Preact in the place of React, whose script would be half of it: decisions/0389.
const preact = [
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: join(import.meta.dirname, 'react-of-portal.js') },
]

/** How Vite builds the pages of the agency into `folder`: decisions/0084. */
export const agencyConfiguration = (folder: string): InlineConfig => configuration(folder, 'index', filesOfAgency)

/** How Vite builds the portal and the ways in into the same folder. */
export const portalConfiguration = (folder: string): InlineConfig => ({
  ...configuration(folder, 'portal', filesOfPortal),
  resolve: { alias: preact },
})

const configuration = (folder: string, page: 'index' | 'portal', files: typeof filesOfAgency): InlineConfig => ({
  configFile: false,
  root: join(projectRoot, 'apps/console'),
  base: '/console/',
  logLevel: 'warn',
  plugins: [react(), contractsPlugin(), firstPaintPlugin()],
  define: { 'import.meta.env.ATELIER_VERSION': JSON.stringify(version) },
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: folder,
    emptyOutDir: false,
    manifest: `${page}.json`,
    // A test bounds the first load, by the bytes that a browser receives.
    chunkSizeWarningLimit: 1_000,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: 'baseline-widely-available',
    rolldownOptions: {
      input: join(projectRoot, 'apps/console', `${page}.html`),
      output: { codeSplitting: { groups: files.map((file, at) => ({ ...file, priority: files.length - at })) } },
    },
  },
})
