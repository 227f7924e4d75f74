import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldersToForget, type KeptBuild } from './rules-builds.ts'

const now = new Date('2026-03-04T10:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const build = (folder: string, of: Partial<KeptBuild> & { hours?: number } = {}): KeptBuild => {
  const { hours = 1, ...others } = of
  const at = { changedAt: hoursAgo(hours), usedAt: hoursAgo(hours) }
  return {
    folder,
    objectKey: null,
    workspaceId: 'w',
    projectId: 'p',
    label: 'l',
    isOpen: false,
    sizeBytes: 10,
    undecided: false,
    ...at,
    ...others,
  }
}
const room = { perHost: 5, projectBytes: 1_000, instanceBytes: 1_000 }

test('those beyond the newest of their host go, and the served one stays', () => {
  const rows = [build('live', { hours: 9, isOpen: true }), build('b', { hours: 2 }), build('c', { hours: 3 })]
  expect(foldersToForget(rows, room, now)).toEqual([])
  expect(foldersToForget(rows, { ...room, perHost: 1 }, now)).toEqual(['c'])
  expect(foldersToForget([...rows, build('d', { label: 'other' })], { ...room, perHost: 1 }, now)).toEqual(['c'])
})

test('the oldest of a project goes until its builds fit, then the oldest of all', () => {
  const rows = [
    build('live', { hours: 9, isOpen: true }),
    build('b', { hours: 2 }),
    build('c', { hours: 3, label: 'm' }),
    build('other', { hours: 5, projectId: 'q', label: 'n' }),
  ]
  expect(foldersToForget(rows, { ...room, projectBytes: 20 }, now)).toEqual(['c'])
  expect(foldersToForget(rows, { ...room, instanceBytes: 20 }, now)).toEqual(['other', 'c'])
  const pictured = build('pictured', { label: 'o', undecided: true })
  expect(foldersToForget([...rows, pictured], { ...room, projectBytes: 30 }, now)).toEqual(['pictured'])
  expect(foldersToForget(rows, { ...room, projectBytes: 0, instanceBytes: 0 }, now).toSorted()).toEqual([
    'b',
    'c',
    'other',
  ])
})

test('a build that was served until just now stays, and a folder that a rollback serves', () => {
  const tight = { perHost: 1, projectBytes: 0, instanceBytes: 0 }
  expect(foldersToForget([build('just', { changedAt: new Date(now.getTime() - 60_000) })], tight, now)).toEqual([])
  expect(foldersToForget([build('same', { hours: 9 }), build('same', { isOpen: true })], tight, now)).toEqual([])
})

test('nothing that is open goes, what stays fits or cannot go, and nothing goes where all fits', () => {
  const row = fc.record({
    folder: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    hours: fc.integer({ min: 0, max: 50 }),
    isOpen: fc.boolean(),
    sizeBytes: fc.integer({ min: 0, max: 30 }),
  })
  const places = ['one', 'two', 'three']
  fc.assert(
    fc.property(
      fc.array(row),
      fc.nat(60),
      fc.nat(60),
      fc.integer({ min: 1, max: 4 }),
      (given, project, all, perHost) => {
        const rows = given.map(({ folder, ...of }) => {
          const place = places[folder.charCodeAt(0) % 3]!
          return build(folder, { ...of, label: place, projectId: place })
        })
        const gone = new Set(foldersToForget(rows, { perHost, projectBytes: project, instanceBytes: all }, now))
        const left = rows.filter(({ folder }) => !gone.has(folder))
        for (const { folder, isOpen } of rows) if (isOpen) expect(gone.has(folder)).toBe(false)
        const isFixed = (folder: string) =>
          rows.some((one) => one.folder === folder && (one.isOpen || one.usedAt >= now))
        const sizes = new Map(left.map(({ folder, sizeBytes }) => [folder, sizeBytes]))
        const least = Math.min(...rows.map(({ sizeBytes }) => sizeBytes))
        if ([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) > all + 30 * sizes.size - least)
          expect(left.every(({ folder }) => isFixed(folder))).toBe(true)
        expect(foldersToForget(rows, { perHost: 100, projectBytes: 1e9, instanceBytes: 1e9 }, now)).toEqual([])
        expect(foldersToForget(left, { perHost, projectBytes: project, instanceBytes: all }, now)).toEqual([])
      },
    ),
  )
})
