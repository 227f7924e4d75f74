import type { Page } from 'playwright-core'

// Properties that style sheets decide, without sizes, which follow from texts such as “2 minutes ago”.
const properties = [
  'display',
  'position',
  'color',
  'background-color',
  'font-size',
  'font-weight',
  'font-family',
  'line-height',
  'letter-spacing',
  'text-align',
  'text-transform',
  'white-space',
  'padding',
  'row-gap',
  'column-gap',
  'flex-direction',
  'justify-content',
  'align-items',
  'border-width',
  'border-color',
  'border-radius',
  'overflow-x',
  'opacity',
  'z-index',
]

const read = `(properties) => {
  document.activeElement?.blur()
  for (const one of document.getAnimations()) one.effect.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish()
  const nameOf = ({ localName, classList, attributes }) => {
    const states = [...attributes].filter(({ name }) => /^(open|disabled|hidden|type|role|aria-(?!describedby|labelledby|controls|label|owns))/.test(name))
    return localName + [...classList].map((one) => '.' + one).join('') + states.map(({ name, value }) => '[' + name + '=' + value + ']').join('')
  }
  const looks = {}
  const walk = (element, path) => {
    const styles = getComputedStyle(element)
    ;(looks[path] ??= new Set()).add(properties.map((name) => name + ': ' + styles.getPropertyValue(name)).join('; '))
    for (const child of element.children) walk(child, path + ' > ' + nameOf(child))
  }
  walk(document.body, 'body')
  return Object.fromEntries(Object.entries(looks).map(([path, seen]) => [path, [...seen].sort()]))
}`

/** The styles of all elements of a page, by the path of each: elements of one path may have several. */
export type LookOfPage = Readonly<Record<string, readonly string[]>>

export const lookOfPage = (page: Page): Promise<LookOfPage> =>
  page.evaluate<LookOfPage>(`(${read})(${JSON.stringify(properties)})`)

/** Styles that elements of both pages have in the second alone, in a line each. */
export const newLooks = (first: LookOfPage, second: LookOfPage): string[] =>
  Object.entries(second).flatMap(([path, looks]) => {
    const known = first[path]
    return known ? looks.filter((look) => !known.includes(look)).map((look) => differenceOf(path, known, look)) : []
  })

const differenceOf = (path: string, known: readonly string[], look: string) => {
  const before = new Set(known.flatMap((one) => one.split('; ')))
  return `${path} has ${look
    .split('; ')
    .filter((one) => !before.has(one))
    .join(', ')}`
}
