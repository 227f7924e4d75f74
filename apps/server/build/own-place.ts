import { dirname, isAbsolute, relative } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import type { Plugin } from 'rolldown'

const property = /^\.(url|dirname|filename)\b/

/**
 * Lets each module know itself by the place of its source, though it is joined with others into a file in `folder`:
 * what it reads beside itself, and its threads and programs, are found as before. Paths stay relative, since a sandbox
 * shows all of it in another place.
 */
export const ownPlacePlugin = (folder: string): Plugin => ({
  name: 'atelier-own-place',
  transform: {
    filter: { code: /\bimport\.meta\b|\b__(?:dirname|filename)\b|\brequire\.resolve\b/ },
    handler(code, path) {
      // What Rolldown itself adds lies nowhere.
      if (!isAbsolute(path)) return undefined
      if (/\.c?js$/.test(path) && /\b__(?:dirname|filename)\b|\brequire\.resolve\b/.test(code))
        throw new Error(`${path} reads what lies beside it: name its package among those that are not joined`)
      const from = (target: string) => JSON.stringify(relative(folder, target))
      const places: Readonly<Record<string, string>> = {
        url: `new URL(${from(path)}, import.meta.url).href`,
        filename: `process.getBuiltinModule('node:path').join(import.meta.dirname, ${from(path)})`,
        dirname: `process.getBuiltinModule('node:path').join(import.meta.dirname, ${from(dirname(path))})`,
      }
      // From the last to the first, so that what is found keeps its place.
      const found = metaPropertiesOf(path, code).toSorted((a, b) => b - a)
      const replaced = found.reduce((text, end) => {
        const name = property.exec(text.slice(end))?.[1]
        if (name === undefined) return text
        return `${text.slice(0, end - 'import.meta'.length)}${places[name]}${text.slice(end + name.length + 1)}`
      }, code)
      // No line has moved, and lines are all that is asked of the map.
      return { code: replaced, map: null }
    },
  },
})

/** Where each `import.meta` ends. */
const metaPropertiesOf = (path: string, code: string) => {
  const ends: number[] = []
  const visitor = new Visitor({
    MetaProperty: ({ start, end }) => {
      if (code.slice(start, end) === 'import.meta') ends.push(end)
    },
  })
  visitor.visit(parseSync(path, code).program)
  return ends
}
