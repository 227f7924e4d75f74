import { readFileSync } from 'node:fs'

export interface HostMount {
  point: string
  noexec: boolean
}

/** The mounts that this process sees, in the order in which they were made. Source: proc(5), /proc/pid/mountinfo. */
export const hostMounts = (table = readFileSync('/proc/self/mountinfo', 'utf8')): HostMount[] =>
  table.split('\n').flatMap((line) => {
    const [, , , , point, options] = line.split(' ')
    return point && options ? [{ point: unescaped(point), noexec: options.split(',').includes('noexec') }] : []
  })

const unescaped = (field: string) =>
  field.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

/** The mount of `path`. */
export const mountOf = (path: string, mounts: readonly HostMount[]): HostMount | undefined =>
  mounts
    .filter(({ point }) => isWithin(path, point))
    .reduce<HostMount | undefined>((deepest, each) => {
      return deepest && deepest.point.length > each.point.length ? deepest : each
    }, undefined)

/** The mounts strictly below `path`. */
export const mountsBelow = (path: string, mounts: readonly HostMount[]): HostMount[] =>
  mounts.filter(({ point }) => point !== path && isWithin(point, path))

const isWithin = (path: string, folder: string) => folder === '/' || path === folder || path.startsWith(`${folder}/`)
