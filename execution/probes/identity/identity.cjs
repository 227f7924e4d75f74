// Loaded before anything of the repository. It records which functions the assertions and built-ins are made of, loads
// the modules of `config.json` beside it one after the other, and writes which of them replaced one.
'use strict'
const { readFileSync, appendFileSync } = require('node:fs')
const { join } = require('node:path')

const parse = JSON.parse
const text = JSON.stringify
const keysOf = Reflect.ownKeys
const descriptorOf = Reflect.getOwnPropertyDescriptor
const isSame = Object.is
const { modules, resultPath } = parse(readFileSync(join(__dirname, 'config.json'), 'utf8'))
const root = join(__dirname, '..')
const keysMost = 400
// Tools that map stack traces to sources replace it, and no assertion is made of it.
const ignored = ['prepareStackTrace']

const optional = (name) => {
  try {
    return require(name)
  } catch {
    return undefined
  }
}

const builtIns = () => {
  const names = 'Object Array String Number Boolean BigInt Symbol Function Map Set WeakMap WeakSet Promise RegExp Error'
  const classes = names.split(' ').flatMap((name) => {
    const value = globalThis[name]
    return typeof value === 'function'
      ? [
          [name, value],
          [`${name}.prototype`, value.prototype],
        ]
      : []
  })
  return [
    ...classes,
    ['JSON', JSON],
    ['Reflect', Reflect],
    ['Math', Math],
    ['globalThis', globalThis, names.split(' ')],
  ]
}

const assertions = () => {
  const assert = require('node:assert')
  const test = optional('node:test')
  return [
    ['assert', assert],
    ['assert.strict', assert.strict],
    ['assert.AssertionError.prototype', assert.AssertionError.prototype],
    ...(test ? [['node:test', test]] : []),
  ]
}

const partsOf = ([label, object, only]) => {
  const keys =
    only ??
    keysOf(object)
      .filter((key) => !ignored.includes(key))
      .slice(0, keysMost)
  return keys.flatMap((key) => {
    const { value, get, set } = descriptorOf(object, key) ?? {}
    const parts = [value, get, set]
    return parts.some((part) => typeof part === 'function') ? [{ label, object, key, parts }] : []
  })
}

const isReplaced = ({ object, key, parts }) => {
  const { value, get, set } = descriptorOf(object, key) ?? {}
  const now = [value, get, set]
  return parts.some((part, at) => !isSame(part, now[at]))
}

const nameOf = ({ label, key }) => (label === 'globalThis' ? String(key) : `${label}.${String(key)}`)

const recorded = [...builtIns(), ...assertions()].flatMap(partsOf)

/** Calls back with each module; `more` are objects of the runner: `[label, object]`. */
exports.watch = (more = []) => {
  let watched = [...recorded, ...more.flatMap(partsOf)]
  const write = appendFileSync
  const say = (line) => write(join(root, resultPath), `${text(line)}\n`)
  const compare = (path) => {
    const replaced = watched.filter(isReplaced)
    watched = watched.filter((part) => !replaced.includes(part))
    for (const part of replaced.slice(0, 50)) say({ path, replaced: nameOf(part) })
  }
  return {
    async load(importModule) {
      compare('')
      for (const path of modules) {
        let loaded = true
        try {
          await importModule(join(root, path))
        } catch {
          loaded = false
        }
        compare(path)
        say({ path, loaded })
      }
      say({ end: true })
    },
  }
}
