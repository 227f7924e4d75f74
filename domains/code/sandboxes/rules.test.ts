import { expect, test } from 'vitest'
import { greetingOf, knownHostsLine, slotOfWorktree, sshCommand, worktreeNameOf } from './rules.ts'

const slot = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'

test('the name of a worktree of people tells its slot, and that of a run tells none', () => {
  expect(slotOfWorktree(worktreeNameOf(slot))).toBe(slot)
  expect(slotOfWorktree(`${slot}-1-1`)).toBeUndefined()
  expect(slotOfWorktree('terminal-nonsense')).toBeUndefined()
})

test('port 22 stands without brackets in a known-hosts line', () => {
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
