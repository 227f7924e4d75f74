// Records calls of the product that tests make, and makes them again. Runs in sandboxes alone, inside of copies of tests
// and in a plain process. NONCE is replaced.
function files_NONCE() {
  return process.getBuiltinModule ? process.getBuiltinModule('node:fs') : require('node:fs')
}
function say_NONCE(record) {
  files_NONCE().appendFileSync(
    process.env.ATELIER_RESULT,
    '\n' + JSON.stringify(Object.assign({ probe: 'NONCE' }, record)) + '\n',
  )
}
function state_NONCE() {
  return (globalThis.calls_NONCE ??= { raw: new WeakMap(), refs: new WeakMap(), next: 0 })
}
function encoded_NONCE(value, depth) {
  if (depth > 6) throw new Error('deep')
  const within = (one) => encoded_NONCE(one, depth + 1)
  if (value === undefined) return { u: 1 }
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string' && value.length <= 5000) return value
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : { n: Object.is(value, -0) ? '-0' : String(value) }
  if (typeof value === 'bigint') return { b: String(value) }
  if (typeof value !== 'object') throw new Error('not recorded')
  if (state_NONCE().refs.has(value)) return { f: state_NONCE().refs.get(value) }
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  if (Array.isArray(value) && value.length <= 500) return { a: value.map(within) }
  if (tag === 'Date') return { d: value.getTime() }
  if (tag === 'RegExp') return { r: [value.source, value.flags] }
  if (tag === 'Map') return { m: [...value].map(([key, one]) => [within(key), within(one)]) }
  if (tag === 'Set') return { s: [...value].map(within) }
  if (tag === 'Uint8Array' && value.length <= 2000)
    return { y: [...value], buffer: typeof Buffer !== 'undefined' && Buffer.isBuffer(value) }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new Error('not recorded')
  return { o: Object.keys(value).map((key) => [key, within(value[key])]) }
}
function decoded_NONCE(value, refs, move) {
  const within = (one) => decoded_NONCE(one, refs, move)
  if (value === null || typeof value !== 'object') return move(value)
  if ('u' in value) return undefined
  if ('n' in value) return Number(value.n)
  if ('b' in value) return BigInt(value.b)
  if ('f' in value) return refs.get(value.f)
  if ('a' in value) return value.a.map(within)
  if ('d' in value) return new Date(move(value.d))
  if ('r' in value) return new RegExp(value.r[0], value.r[1])
  if ('m' in value) return new Map(value.m.map(([key, one]) => [within(key), within(one)]))
  if ('s' in value) return new Set(value.s.map(within))
  if ('y' in value) return value.buffer ? Buffer.from(value.y) : Uint8Array.from(value.y)
  return Object.fromEntries(value.o.map(([key, one]) => [key, within(one)]))
}
function note_NONCE(site, args) {
  if (state_NONCE().next >= 200) return undefined
  try {
    const given = args.map((one) => encoded_NONCE(one, 0))
    const at = state_NONCE().next++
    say_NONCE({
      stage: 'call',
      at,
      ...site,
      args: given,
      shown: args
        .map((one) => text_NONCE(one))
        .join(', ')
        .slice(0, 300),
    })
    return at
  } catch {
    return undefined
  }
}
function rawOf_NONCE(value) {
  return (value !== null && typeof value === 'object' && state_NONCE().raw.get(value)) || value
}
function instance_NONCE(made, file, ref) {
  const proxy = new Proxy(made, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function' || typeof key !== 'string' || key === 'constructor' || Object.hasOwn(target, key))
        return value
      return (...args) => {
        note_NONCE({ file, kind: 'method', name: key, self: ref }, args)
        return value.apply(target, args.map(rawOf_NONCE))
      }
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
  state_NONCE().raw.set(proxy, made)
  state_NONCE().refs.set(proxy, ref)
  return proxy
}
function wrap_NONCE(file, module, name, value) {
  if (typeof value !== 'function') return value
  return new Proxy(value, {
    apply(target, self, args) {
      note_NONCE({ file, kind: 'call', module, name }, args)
      return Reflect.apply(target, self, args.map(rawOf_NONCE))
    },
    construct(target, args, created) {
      const ref = note_NONCE({ file, kind: 'new', module, name }, args)
      const made = Reflect.construct(target, args.map(rawOf_NONCE), created)
      return ref === undefined ? made : instance_NONCE(made, file, ref)
    },
  })
}
function wrapModule_NONCE(file, module, loaded) {
  if (typeof loaded === 'function') return wrap_NONCE(file, module, 'default', loaded)
  if (loaded === null || typeof loaded !== 'object') return loaded
  return new Proxy(loaded, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      return typeof key === 'string' ? wrap_NONCE(file, module, key, value) : value
    },
  })
}
async function replay_NONCE(
  stage,
  file,
  load,
  { move = (one) => one, make = (call, answer, say) => answer().then((value) => say(value)) } = {},
) {
  const lines = files_NONCE().readFileSync(process.env.ATELIER_RESULT, 'utf8').split('\n')
  const calls = lines.flatMap((line) => {
    if (!line.startsWith('{"probe":"NONCE","stage":"call"')) return []
    const call = JSON.parse(line)
    return call.file === file ? [call] : []
  })
  const refs = new Map()
  for (const call of calls) {
    let target
    try {
      if (call.kind === 'method') target = refs.get(call.self)
      else {
        const module = await load(call.module)
        target =
          call.name === 'default' ? (module.default ?? module) : (module[call.name] ?? module.default?.[call.name])
      }
    } catch {}
    if (target === undefined || target === null) continue
    const answer = async () => {
      try {
        const args = call.args.map((one) => decoded_NONCE(one, refs, move))
        const made =
          call.kind === 'new'
            ? new target(...args)
            : call.kind === 'method'
              ? target[call.name](...args)
              : target(...args)
        if (call.kind === 'new') refs.set(call.at, made)
        const late = new Promise((resolve) => setTimeout(resolve, 5000, Symbol.for('late')).unref?.())
        const come = await Promise.race([made, late])
        return come === Symbol.for('late') ? 'no answer within 5 seconds' : text_NONCE(come)
      } catch (error) {
        return 'throws ' + (error && error.code ? error.code + ' ' : '') + text_NONCE(error)
      }
    }
    const say = (value, as = stage) => say_NONCE({ stage: as, file, at: call.at, value })
    state_NONCE().open = () => say('the end of the program')
    await make(call, answer, say)
    state_NONCE().open = undefined
  }
}
