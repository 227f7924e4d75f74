import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { consoleRoot } from './contracts-plugin.ts'
import { frames, type FrameName } from './frames.ts'

const source = (path: string) => readFileSync(join(consoleRoot, path), 'utf8')

interface Address {
  /** Below /console: `/projects/:projectId`. */
  readonly path: string
  /** The module that its page is read from, and what it asks the server at once, whoever asks. */
  readonly module: string
  readonly asks: readonly string[]
  readonly frame?: FrameName
}

const me = '/v1/api/me'
const inPortal = [me, '/v1/api/me/portals', '/v1/api/portals/:slug/identity']
const firstRun = 'pages/first/first-run.tsx'
const isFramed = (module: string) => module !== firstRun && module !== 'pages/gone.tsx'
const portalModules = { page: 'pages', other: 'other-pages', paper: 'paper-pages' } as const

/** Every page with its module, as the routes name them. */
const addresses = (): Address[] => {
  const agency = [...source('routes.tsx').matchAll(/\bpage\(\s*'([^']*)',\s*\(\) => import\('\.\/([^']+)'\)/g)]
  const ways = [.../const waysIn = \[([^\]]*)\]/.exec(source('routes.tsx'))![1]!.matchAll(/'([\w-]+)'/g)]
  const portal = [...source('portal/routes.ts').matchAll(/\b(page|other|paper)\('([^'*]*)', '\w+'\)/g)]
  return [
    ...agency.map(([, path, module]) => ({
      ...{ path: module === firstRun ? '/first' : `/${path!.replace(/^\//, '')}`, module: module!, asks: [me] },
      ...(isFramed(module!) && { frame: 'console' as const }),
    })),
    ...ways.map(([, path]) => ({ path: `/${path}`, module: 'pages/ways/ways.ts', asks: [] })),
    ...portal.map(([, of, path]) => ({
      path: path!.startsWith('/') ? path! : `/portal/:slug/${path}`.replace(/\/$/, ''),
      module: `portal/${portalModules[of as keyof typeof portalModules]}.ts`,
      asks: path!.includes('sign-in') ? inPortal.slice(2) : path === '/portal' ? inPortal.slice(0, 2) : inPortal,
      ...(!path!.startsWith('/portal') || path === '/portal/:slug' ? { frame: 'portal' as const } : {}),
    })),
  ]
}

const fileOf = (file: string) => `/console/${file}`

/**
 * Writes beside the page what a browser should read at once for each address: else it learns from the entry which page it
 * needs, from the page which modules, and from those what to ask the server, one round trip after the other.
 */
export const preloadsPlugin = (): Plugin => ({
  name: 'atelier-preloads',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const closure = (chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()) => {
      if (seen.has(chunk)) return seen
      seen.add(chunk)
      for (const name of chunk.imports) {
        const imported = byName.get(name)
        if (imported) closure(imported, seen)
      }
      return seen
    }
    const entry = closure(chunks.find(({ isEntry }) => isEntry)!)
    const linksOf = (module: string) => {
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId === join(consoleRoot, module))
      if (!page) throw new Error(`No chunk has the page ${module}`)
      const beside = [...closure(page)].filter((chunk) => !entry.has(chunk))
      const styles = new Set(beside.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
      return [
        ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="${fileOf(file)}">`),
        ...beside.map(
          ({ fileName }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${fileOf(fileName)}">`,
        ),
      ]
    }
    const pages = addresses().map(({ path, module, asks, frame }) => ({
      ...{ path, frame },
      links: [...linksOf(module), ...asks.map((ask) => `<link rel="preload" as="fetch" crossorigin href="${ask}">`)],
    }))
    this.emitFile({ type: 'asset', fileName: 'addresses.json', source: JSON.stringify({ frames: frames(), pages }) })
  },
})
