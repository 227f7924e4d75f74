/**
 * The functions at the end of a copy that record values, as program text. Records go to the file named in the
 * environment.
 */
export const recorder = (nonce: string): string => `
;function record_${nonce}(site, evaluate) {
  const fs = process.getBuiltinModule ? process.getBuiltinModule('node:fs') : require('fs')
  const counts = (globalThis['counts_${nonce}'] ??= new Map())
  const place = [site.file, site.variant, site.line, site.column].join(':')
  const at = counts.get(place) ?? 0
  counts.set(place, at + 1)
  const write = (value) => {
    if (value === undefined || at >= 50) return
    const line = JSON.stringify({ ...site, at, value })
    fs.appendFileSync(process.env.ATELIER_PROBE, '\\n' + line + '\\n')
  }
  const native = /^(?:.* is not (?:a function|iterable|a constructor|defined|an object).*|Cannot .*|.* called on null or undefined|Invalid array length|Maximum call stack.*|Reduce of empty array.*|Unexpected .*)$/s
  const threw = (error) => {
    if (!(error instanceof Error) && Object.prototype.toString.call(error) !== '[object Error]') return write('throws ' + shown(error))
    write('throws ' + error.name + (native.test(error.message) ? '' : ': ' + String(error.message).slice(0, 500)))
  }
  const shown = (value) => {
    try {
      const text = textOf(value, 0, new Set())
      return text.length > 4000 ? text.slice(0, 4000) + '… ' + text.length : text
    } catch {
      return undefined
    }
  }
  const textOf = (value, depth, seen) => {
    if (typeof value === 'string') return JSON.stringify(value.slice(0, 2000)) + (value.length > 2000 ? value.length : '')
    if (typeof value === 'bigint') return value + 'n'
    if (typeof value === 'function') throw new Error('A function is not recorded.')
    if (typeof value === 'symbol') return 'symbol'
    if (value === null || typeof value !== 'object') return String(value)
    if (depth > 6) return '…'
    if (seen.has(value)) return 'cycle'
    seen.add(value)
    const within = (one) => textOf(one, depth + 1, seen)
    const list = (values) => [...values].slice(0, 200).map(within).join(', ')
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    let text
    if (Array.isArray(value)) text = '[' + list(value) + '] ' + value.length
    else if (tag === 'Date') text = 'Date ' + value.getTime()
    else if (tag === 'RegExp') text = String(value)
    else if (tag === 'Error' || value instanceof Error) text = value.name + ': ' + value.message
    else if (tag === 'Map' || tag === 'Set') text = tag + ' {' + list(value) + '}'
    else if (ArrayBuffer.isView(value) && tag !== 'DataView') text = tag + ' [' + list(value) + ']'
    else if (isPlain(value)) {
      const keys = Object.keys(value).sort().slice(0, 200)
      text = '{' + keys.map((key) => JSON.stringify(key) + ': ' + within(value[key])).join(', ') + '}'
    } else text = 'object'
    seen.delete(value)
    return text
  }
  const isPlain = (value) => {
    const prototype = Object.getPrototypeOf(value)
    return prototype === null || Object.getPrototypeOf(prototype) === null
  }
  const came = (value) => {
    if (value && typeof value.then === 'function') return value.then((later) => write(shown(later)), threw)
    write(shown(value))
  }
  try {
    const value = evaluate()
    if (typeof value === 'function') return came(value())
    return came(value)
  } catch (error) {
    threw(error)
  }
}
`
