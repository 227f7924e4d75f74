import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const joined = /(file:\/\/[^\s()]*\/node_modules\/\.atelier-server\/[^\s()]*\.[cm]js):(\d+):(\d+)/
const read = new Map<string, { readonly sources: readonly string[]; readonly lines: readonly string[] }>()

/**
 * Stack traces name the sources that a joined file was made of. The lines of a file are read when a trace first goes through
 * it: Node's own source maps would cost each start more than joining saves.
 */
export const traceSources = (): void => {
  Error.prepareStackTrace = (error, frames) => {
    const head = Error.prototype.toString.call(error)
    return [head, ...frames.map(String).map((frame) => `    at ${inSources(frame)}`)].join('\n')
  }
}

/** A frame as it would be of the sources; as it is where the file or its lines are gone. */
export const inSources = (frame: string): string =>
  frame.replace(joined, (place, file: string, line: string, column: string) => {
    try {
      return placeOf(fileURLToPath(file), Number(line), Number(column)) ?? place
    } catch {
      return place
    }
  })

const placeOf = (file: string, line: number, column: number) => {
  const { sources, lines } = linesOf(file)
  const found = lines[line]?.split(',').findLast((segment) => Number.parseInt(segment, 10) < column)
  const [, source, sourceLine] = found?.split(':') ?? []
  const name = sources[Number(source)]
  return name === undefined ? undefined : `${join(file, '..', name)}:${sourceLine}`
}

const linesOf = (file: string) => {
  const known = read.get(file)
  if (known) return known
  const lines = readFileSync(`${file}.lines`, 'utf8').split('\n')
  const found = { sources: JSON.parse(lines[0]!) as string[], lines }
  read.set(file, found)
  return found
}
