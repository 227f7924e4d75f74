// Loaded before the tests. It writes which files of `config.json` beside it read what a test runner leaves in the
// environment, the arguments, the stack or the globals: by the absolute path of the file that reads.
'use strict'
const { appendFileSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const config = JSON.parse(readFileSync(join(__dirname, 'config.json'), 'utf8'))
const loaded = Symbol.for(`probe ${config.nonce}`)
const root = join(__dirname, '..')
const resultPath = join(root, config.resultPath)
const changed = new Map(config.changed.map((path) => [join(root, path), path]))
const write = appendFileSync
const text = JSON.stringify
const { get: getOf, set: setOf, has: hasOf, ownKeys: keysOf, getOwnPropertyDescriptor: descriptorOf } = Reflect
const capture = Error.captureStackTrace
const recordsMost = 300

const seen = new Set()
const record = (kind, name, { path, line }) => {
  const key = text([kind, name, path])
  if (seen.has(key) || seen.size >= recordsMost) return
  seen.add(key)
  write(resultPath, `${text({ kind, name, path, line })}\n`)
}

const original = Error.prepareStackTrace
let theirs
let isOwnRead = false
const place = /(?:\(|at (?:async )?)(?:file:\/\/)?([^\s()]+?)(?:\?[^\s():]*)?:(\d+):\d+\)?$/

/** The changed file that called, and its line; undefined if another file, or Node itself, did. */
const reader = (above) => {
  const holder = {}
  const limit = Error.stackTraceLimit
  isOwnRead = true
  Error.stackTraceLimit = 20
  capture(holder, above)
  const frames = String(holder.stack).split('\n')
  Error.stackTraceLimit = limit
  isOwnRead = false
  for (const frame of frames) {
    const found = place.exec(frame)
    if (!found || found[1] === __filename || found[1] === '<anonymous>') continue
    if (found[1] === 'node:internal/errors') continue
    const path = changed.get(decodeURI(found[1]))
    return path === undefined ? undefined : { path, line: Number(found[2]) }
  }
  return undefined
}

const trapEnvironment = () => {
  // A spread reads every name, and so does the start of a process: only names that the program enumerates are reported.
  const enumerated = new Map()
  // Finding the reader costs more than the read: other variables are not reported.
  const variables = new RegExp(config.variables, 'i')
  const isTold = (name) => typeof name === 'string' && (enumerated.size > 0 || variables.test(name))
  const read = (name, above) => {
    if (!isTold(name)) return
    const at = reader(above)
    if (!at) return
    const spread = enumerated.get(text(at))
    if (spread?.left.delete(name)) spread.isRead = true
    else record('environment', name, at)
  }
  const handler = {
    get(target, name) {
      read(name, handler.get)
      return getOf(target, name)
    },
    set: (target, name, value) => setOf(target, name, value),
    has(target, name) {
      read(name, handler.has)
      return hasOf(target, name)
    },
    getOwnPropertyDescriptor(target, name) {
      const at = isTold(name) && reader(handler.getOwnPropertyDescriptor)
      if (at && !enumerated.has(text(at))) record('environment', String(name), at)
      return descriptorOf(target, name)
    },
    ownKeys(target) {
      const at = reader(handler.ownKeys)
      if (at) {
        const spread = { left: new Set(keysOf(target)), isRead: false }
        enumerated.set(text(at), spread)
        queueMicrotask(() => {
          enumerated.delete(text(at))
          if (!spread.isRead) record('environment', '*', at)
        })
      }
      return keysOf(target)
    },
  }
  process.env = new Proxy(process.env, handler)
}

const trapArguments = (kind, firstHonest) => {
  const handler = {
    get(target, name, receiver) {
      const index = typeof name === 'string' && /^\d+$/.test(name) ? Number(name) : undefined
      const at = index !== undefined && index < firstHonest && index < target.length && reader(handler.get)
      if (at) record(kind, String(name), at)
      return getOf(target, name, receiver)
    },
  }
  process[kind] = new Proxy(process[kind], handler)
}

const formatted = (error, trace) => {
  if (typeof original === 'function') return original(error, trace)
  return [String(error), ...trace.map((site) => `    at ${site}`)].join('\n')
}

const trapStack = () => {
  const prepare = (error, trace) => {
    if (isOwnRead) return trace.map((site) => `    at ${site}`).join('\n')
    const made = trace[0]
    const file = made && changed.get(String(made.getFileName() ?? '').replace(/^file:\/\//, ''))
    const at = file !== undefined && reader(prepare)
    // An error that is made to be read at once; one that is caught and logged was made elsewhere.
    if (at && file === at.path && Math.abs(made.getLineNumber() - at.line) <= 1) record('stack', 'stack', at)
    return typeof theirs === 'function' ? theirs(error, trace) : formatted(error, trace)
  }
  Object.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    enumerable: false,
    get: () => prepare,
    set: function setPrepare(value) {
      const at = value !== prepare && value !== undefined && reader(setPrepare)
      if (at) record('stack', 'Error.prepareStackTrace', at)
      theirs = value === prepare ? undefined : value
    },
  })
  const util = require('node:util')
  for (const name of ['getCallSite', 'getCallSites']) {
    const own = util[name]
    if (typeof own !== 'function') continue
    util[name] = function getCallSites(...given) {
      const at = reader(getCallSites)
      if (at) record('stack', `util.${name}`, at)
      return own(...given)
    }
  }
}

const trapGlobals = () => {
  const names = new Set('describe it test suite expect jest vi vitest mocha beforeEach afterEach beforeAll'.split(' '))
  const values = new Map()
  const isWatched = (name) => typeof name === 'string' && names.has(name)
  const read = (name, above) => {
    const at = isWatched(name) && reader(above)
    if (at) record('globals', name, at)
  }
  const handler = {
    has(target, name) {
      read(name, handler.has)
      return values.has(name) || hasOf(target, name)
    },
    get(target, name, receiver) {
      read(name, handler.get)
      return values.has(name) ? values.get(name) : getOf(target, name, receiver)
    },
    set(target, name, value, receiver) {
      if (!isWatched(name)) return setOf(target, name, value, receiver)
      values.set(name, value)
      return true
    },
  }
  for (const name of names) {
    const own = descriptorOf(globalThis, name)
    if (!own?.configurable || !('value' in own)) continue
    values.set(name, own.value)
    delete globalThis[name]
  }
  Object.setPrototypeOf(globalThis, new Proxy(Object.getPrototypeOf(globalThis), handler))
}

const attempt = (trap) => {
  try {
    trap()
  } catch {
    write(resultPath, `${text({ missing: trap.name })}\n`)
  }
}

if (!globalThis[loaded]) {
  Object.defineProperty(globalThis, loaded, { value: true })
  attempt(trapStack)
  attempt(trapEnvironment)
  attempt(() => trapArguments('argv', 2))
  attempt(() => trapArguments('execArgv', 1_000))
  attempt(trapGlobals)
  attempt(() => require('node:module').syncBuiltinESMExports())
  write(resultPath, `${text({ begun: true })}\n`)
}
