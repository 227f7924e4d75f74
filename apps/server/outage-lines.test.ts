import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { foldOutages } from './outage-lines.ts'

test('an outage of the database has one line a minute, and every other error its own', () => {
  let nowMs = 0
  const lines: Record<string, unknown>[] = []
  const write = (line: Buffer, _encoding: unknown, done: () => void) => {
    lines.push(JSON.parse(line.toString()) as Record<string, unknown>)
    done()
  }
  const log = pino({ hooks: foldOutages(() => nowMs) }, new Writable({ write }))
  const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  for (let count = 0; count < 154; count += 1)
    log.error({ err: starting, count }, 'Could not read the queue; will retry')
  log.child({ part: 'mail' }).error({ err: starting }, 'Could not check the mail queue; will retry')
  log.error({ err: new Error('broken') }, 'Another error')
  log.info('Ready')
  nowMs = 60_000
  log.error({ err: starting }, 'Scheduled job failed')
  expect(lines.map(({ msg, repeated }) => [msg, repeated])).toEqual([
    ['Could not read the queue; will retry', 0],
    ['Another error', undefined],
    ['Ready', undefined],
    ['Scheduled job failed', 154],
  ])
})
