import { expect, test } from 'vitest'
import { atelier } from '../program/command.ts'
import { failureAdvice } from './watch-cycle.ts'

const adviceOn = (code: string, hasTasks = true) => failureAdvice({ handle: 'HAR-1', code, hasTasks }).join('\n')

test('a failed run ends with the command for its log, advice on its cause, and the command that runs it again', () => {
  expect(adviceOn('no_change')).toBe(
    `Its log: ${atelier} logs HAR-1 --agent\n` +
      `Nothing was merged. Say more: ${atelier} steer "<words>" HAR-1. Run it again: ${atelier} run HAR-1`,
  )
  expect(adviceOn('project_cap_reached')).toContain(`${atelier} budget --cycle HAR-1 --cap`)
  expect(adviceOn('provider_refused_key')).toContain(`${atelier} models endpoints`)
  expect(adviceOn('review_refused')).toContain(`${atelier} diff HAR-1`)
  expect(adviceOn('run_failed')).toBe(
    `Its log: ${atelier} logs HAR-1\nNothing was merged. Run it again: ${atelier} run HAR-1`,
  )
  expect(adviceOn('run_failed', false)).toBe(`Nothing was merged. Run it again: ${atelier} run HAR-1`)
})
