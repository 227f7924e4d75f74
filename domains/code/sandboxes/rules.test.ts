import { expect, test } from 'vitest'
import {
  desktopIn,
  desktopPath,
  greetingOf,
  knownHostsLine,
  slotOfWorktree,
  sshCommand,
  whyNoDesktop,
  worktreeNameOf,
} from './rules.ts'

const slot = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'

test('the name of a worktree of people has its slot, and a run’s name has none', () => {
  expect(slotOfWorktree(worktreeNameOf(slot))).toBe(slot)
  expect(slotOfWorktree(`${slot}-1-1`)).toBeUndefined()
  expect(slotOfWorktree('terminal-nonsense')).toBeUndefined()
})

test('port 22 is without brackets in a known-hosts line', () => {
  expect(knownHostsLine({ host: 'a.example', port: 22 }, 'key')).toBe('a.example key')
  expect(knownHostsLine({ host: '127.0.0.1', port: 2222 }, 'key')).toBe('[127.0.0.1]:2222 key')
})

test('the command names user, host and port', () => {
  expect(sshCommand({ user: 't-1', host: '127.0.0.1', port: 2222 })).toBe('ssh -p 2222 t-1@127.0.0.1')
})

test('the greeting shows no control characters of a project’s name', () => {
  const greeting = greetingOf({ projectName: 'Shop\u001B[2J\u009B2J', idleMinutes: 10 })
  expect(greeting).toContain('“Shop [2J 2J”')
  expect(greeting.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('why there are no desktops: switched off, not isolated, or packages that are missing', () => {
  const whole = { isOn: true, isolates: true, missing: [] }
  expect(whyNoDesktop(whole)).toBeUndefined()
  expect(whyNoDesktop({ ...whole, isOn: false })).toContain('switched them off')
  expect(whyNoDesktop({ ...whole, isolates: false })).toContain('does not isolate')
  expect(whyNoDesktop({ ...whole, missing: ['xvfb', 'x11vnc'] })).toContain('apt-get install xvfb x11vnc')
})

test('the fragment of a desktop leads back to its credential, and any other text to none', () => {
  const credential = { user: 't-0a', password: 'kY0m_Zl-2' }
  for (const canSteer of [true, false]) {
    const path = desktopPath(credential, canSteer)
    expect(desktopIn(path.slice(path.indexOf('#')))).toEqual({ ...credential, canSteer })
  }
  for (const other of ['', '#', '#a/b', '#a/b/own', '#a/b/view/c', '#a b/c/view'])
    expect(desktopIn(other)).toBeUndefined()
})
