import { expect, test } from 'vitest'
import { grantsOf, levelOf, levels } from './access-levels.ts'

test('a level that was chosen is granted, and read back as it was', () => {
  const chosen = Object.fromEntries(levels.map((level) => [`project ${level}`, level]))
  const grants = grantsOf(chosen)
  expect(grants.map(({ projectId }) => projectId)).toEqual(['project view', 'project steer'])
  for (const [projectId, level] of Object.entries(chosen))
    expect(levelOf(grants.find((one) => one.projectId === projectId))).toBe(level)
})
