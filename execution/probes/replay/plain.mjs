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
const stage = process.argv[2]
const files = Number(process.argv[3])
const load = (module) => import(module.startsWith('#') ? module : pathToFileURL(join(root, module)).href)
const replay = async (as, how) => {
  for (let file = 0; file < files; file += 1) await replay_NONCE(as, file, load, how)
}
process.on('exit', () => state_NONCE().open?.())

// Numbers of chance: every second one is as it comes, so that programs that look for another one end.
const chance = { end: undefined, count: 0, next: Math.random }
const highest = 1 - 2 ** -53
if (stage === 'later') {
  Math.random = () => (chance.count++ % 2 === 0 && chance.end !== undefined ? chance.end : chance.next())
  const { now } = Date
  const start = new Date(now())
  const moved = new Date(start).setFullYear(start.getFullYear() + 2) - start.getTime()
  const later = () => now() + moved
  const Now = Date
  globalThis.Date = Now.prototype.constructor = new Proxy(Now, {
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [later()], made),
    apply: () => new Now(later()).toString(),
    get: (target, key) => (key === 'now' ? later : Reflect.get(target, key)),
  })
  /** A time near that of the recording, as much later. */
  const move = (value) => {
    const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Now.parse(value) : Number(value)
    const [unit] = [1, 1000].filter((one) => Math.abs(time * one - start.getTime()) < 400 * 86_400_000)
    if (unit === undefined) return value
    return typeof value === 'string' ? `${Number(value.slice(0, 4)) + 2}${value.slice(4)}` : value + moved / unit
  }
  const make = async (call, answer, say) => {
    chance.count = 0
    say(await answer())
  }
  chance.end = 0
  await replay('later', { make })
  await replay('moved', { move, make })
  chance.end = undefined
  const ends = performance.now() + 5000
  const done = new Set()
  await replay('often', {
    make: async (call, answer, say) => {
      const first = await answer()
      const name = `${call.module}#${call.name}`
      if (call.kind !== 'call') return
      for (let made = 1; made < 2000 && performance.now() < ends; made += 1) {
        if (made === 20 && done.has(name)) return
        chance.end = made < 20 ? undefined : highest
        chance.count = 0
        const value = await answer()
        if (value === first) continue
        if (made >= 20) say(value)
        else if (chance.count > 0) say(value, 'varies')
        chance.end = undefined
        return
      }
      chance.end = undefined
      done.add(name)
    },
  })
} else await replay(stage)
process.exit(0)
