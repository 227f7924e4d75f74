import { expect, test } from 'vitest'
import { pairsOf, picturedAmong, previewsOf, whyNoPictures, type DeploymentPicture } from './pictured-deployment.ts'

const picture = (id: string, path: string, form: 'desktop' | 'phone' = 'desktop'): DeploymentPicture => ({
  id,
  path,
  form,
  width: 1440,
  height: 900,
  httpStatus: 200,
  takenAt: '2026-11-20T10:00:00.000Z',
})

test('pages are compared by path in the chosen window, and a missing page comes last', () => {
  const pictures = [picture('a', '/'), picture('b', '/', 'phone'), picture('c', '/new')]
  const before = {
    deploymentId: 'd',
    commitSha: null,
    createdAt: '2026-11-19T10:00:00.000Z',
    pictures: [picture('e', '/gone'), picture('f', '/')],
  }
  const names = pairsOf({ pictures, before }, 'desktop').map((pair) => [pair.path, pair.before?.id, pair.after?.id])
  expect(names).toEqual([
    ['/', 'f', 'a'],
    ['/new', undefined, 'c'],
    ['/gone', 'e', undefined],
  ])
  expect(pairsOf({ pictures, before: null }, 'phone')).toMatchObject([{ path: '/', after: { id: 'b' } }])
})

test('the newest deployment that was live is shown', () => {
  const rows = [{ liveAt: '1' }, { liveAt: '2' }, { liveAt: null }]
  expect(picturedAmong(rows)).toBe(rows[1])
  expect(picturedAmong(undefined)).toBeUndefined()
})

test('a preview of another commit shows nothing of a change that waits, nor its own preview what was merged', () => {
  const rows = [{ commitSha: 'merged' }, { commitSha: 'waits', undecided: true }, { commitSha: null }]
  expect(previewsOf(rows, 'waits')).toEqual([rows[1]])
  expect(previewsOf(rows.slice(0, 1), 'waits')).toEqual([])
  expect(previewsOf(rows, undefined)).toEqual([rows[0], rows[2]])
  expect(previewsOf(undefined, 'waits')).toBeUndefined()
})

test('a change without a picture has the reason', () => {
  const row = (status: 'building' | 'failed' | 'live' | 'expired', liveAt: string | null = null) => ({ status, liveAt })
  expect(whyNoPictures([], true)).toBe('none')
  expect(whyNoPictures([], false)).toBe('off')
  expect(whyNoPictures([row('failed')], true)).toBe('failed')
  const live = row('expired', '2026-11-20T10:00:00.000Z')
  expect(whyNoPictures([row('failed'), row('building')], true)).toBe('building')
  for (const rows of [undefined, [live, row('failed')]]) expect(whyNoPictures(rows, true)).toBeUndefined()
})
