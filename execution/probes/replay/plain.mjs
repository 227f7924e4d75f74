// Makes recorded calls in a plain process. Modules resolve as Node resolves them; endings that a bundler would add are added.
import { existsSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const endings = ['.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '/index.ts', '/index.js']
registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context)
    } catch (error) {
      if (!/^(?:\.|file:)/.test(specifier)) throw error
      const path = fileURLToPath(new URL(specifier, context.parentURL))
      const stem = path.replace(/\.[cm]?js$/, '')
      const found = [...endings.map((end) => path + end), ...endings.map((end) => stem + end)].find(
        (one) => existsSync(one) && statSync(one).isFile(),
      )
      if (!found) throw error
      return next(pathToFileURL(found).href, context)
    }
  },
})

const root = process.env.ATELIER_ROOT
const load = (module) => import(module.startsWith('#') ? module : pathToFileURL(join(root, module)).href)
for (let file = 0; file < Number(process.argv[3]); file += 1) await replay_NONCE(process.argv[2], file, load)
process.exit(0)
