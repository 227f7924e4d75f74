// Shows a value in a line: keys in their order, and no folder of this run. It is laid into copies of tests: NONCE is
// replaced.
function text_NONCE(value, functionText = () => 'function') {
  const root = process.env.ATELIER_ROOT || process.cwd()
  const textOf = (one, depth, seen) => {
    if (typeof one === 'string')
      return JSON.stringify(one.slice(0, 2000).replaceAll(root, '<root>')) + (one.length > 2000 ? one.length : '')
    if (typeof one === 'bigint') return one + 'n'
    if (typeof one === 'function') return functionText()
    if (typeof one === 'symbol') return 'symbol'
    if (one === null || typeof one !== 'object') return Object.is(one, -0) ? '-0' : String(one)
    if (depth > 6) return '…'
    if (seen.has(one)) return 'cycle'
    seen.add(one)
    const within = (inner) => textOf(inner, depth + 1, seen)
    const list = (values) => [...values].slice(0, 200).map(within).join(', ')
    const tag = Object.prototype.toString.call(one).slice(8, -1)
    let text
    if (Array.isArray(one)) text = '[' + list(one) + '] ' + one.length
    else if (tag === 'Date') text = 'Date ' + one.getTime()
    else if (tag === 'RegExp') text = String(one)
    else if (tag === 'Error' || one instanceof Error)
      text = one.name + ': ' + String(one.message).replaceAll(root, '<root>')
    else if (tag === 'Map' || tag === 'Set') text = tag + ' {' + list(one) + '}'
    else if (ArrayBuffer.isView(one) && tag !== 'DataView') text = tag + ' [' + list(one) + ']'
    else {
      const prototype = Object.getPrototypeOf(one)
      if (prototype !== null && Object.getPrototypeOf(prototype) !== null) text = 'object'
      else {
        const keys = Object.keys(one).sort().slice(0, 200)
        text = '{' + keys.map((key) => JSON.stringify(key) + ': ' + within(one[key])).join(', ') + '}'
      }
    }
    seen.delete(one)
    return text
  }
  const text = textOf(value, 0, new Set())
  return text.length > 4000 ? text.slice(0, 4000) + '… ' + text.length : text
}
