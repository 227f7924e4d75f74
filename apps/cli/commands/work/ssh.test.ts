import { expect, test } from 'vitest'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { sshWords } from './ssh.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('ssh trusts only the key of the answer, and takes neither host nor command for an option', () => {
  const words = sshWords({ user: 't-1', host: '-oProxyCommand=touch', port: 2222 }, '/tmp/a b/known_hosts', ['-v'])
  expect(words.slice(-7)).toEqual(['-p', '2222', '-l', 't-1', '--', '-oProxyCommand=touch', '-v'])
  expect(words).toContain('StrictHostKeyChecking=yes')
  expect(words).toContain('UserKnownHostsFile="/tmp/a b/known_hosts"')
})

test('a server without SSH is a failure with its code', async () => {
  const { owner } = await scene(server)
  const { failure } = await runForText(server, owner, ['ssh', await emptyProject(owner)])
  expect(failure).toMatchObject({ code: 'terminal_off' })
})
