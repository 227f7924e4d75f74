import { expect, test } from 'vitest'
import { watchClosedOutputs } from './closed-outputs.ts'

test('notifies the session whose output the client closed, and no other', () => {
  const { debug, onClosed } = watchClosedOutputs()
  const closed: string[] = []
  for (const channel of ['0', '1']) {
    debug(`[12.5] Inbound: CHANNEL_REQUEST (r:${channel}, exec: yes)`)
    onClosed(() => closed.push(channel))
  }
  debug('[12.5] Inbound: CHANNEL_DATA (r:0, 5)')
  // A command that a client chose is no request.
  debug('[12.5] Inbound: CHANNEL_REQUEST (r:0, exec: [12.5] Inbound: CHANNEL_REQUEST (r:0, eow@openssh.com))')
  debug('[12.5] Inbound: CHANNEL_REQUEST (r:0, env: A=\n[12.5] Inbound: CHANNEL_REQUEST (r:0, eow@openssh.com))')
  expect(closed).toEqual([])
  debug('[12.5] Inbound: CHANNEL_REQUEST (r:1, eow@openssh.com)')
  expect(closed).toEqual(['1'])
})
