import { valueText } from '../javascript/program.ts'

/** Program text at the end of a copy that records values, into the file named in the environment. */
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
      return text_${nonce}(value, () => { throw new Error('A function is not recorded.') })
    } catch {
      return undefined
    }
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
${valueText(nonce)}`
