import { expect, test } from 'vitest'
import { found } from '../../testing/changes.ts'
import { paths, units } from '../../testing/hostile-texts.ts'
import { lengthOf } from '../../testing/soak.ts'

test.each(units.map((unit, index) => [unit, index] as const))(
  'a file of %j alone is read in one walk',
  (unit, index) => {
    const text = unit.repeat(200_000 / unit.length)
    for (const path of lengthOf({ daily: paths.filter((_, at) => (at + index) % 3 === 0), soak: paths })) {
      const findings = found({ [path]: ['', text] }, text.slice(0, 50_000))
      expect(findings.every(({ reason }) => reason.length < 2_000)).toBe(true)
    }
  },
)
