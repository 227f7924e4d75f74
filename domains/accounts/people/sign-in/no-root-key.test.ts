import { expect, test } from 'vitest'
import { callerOf } from '../../../../testing/caller.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { newPerson } from '../../../../testing/people/sessions.ts'
import { listProjects } from '../../../code/projects/contract.ts'
import { signIn } from '../contract/sign-in.ts'

const server = await testServer({ SECRETS_ENCRYPTION_KEY: '' })
const email = 'ada@example.com'
const token = 'x'
const credentials = { email, password: 'correct horse battery' }
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  signUp: { body: { name: 'Ada', ...credentials } },
  signInWithPassword: { body: credentials },
  signInWithStartLink: { body: { token } },
  requestPasswordReset: { body: { email } },
  resetPassword: { body: { token, newPassword: credentials.password } },
  sendVerificationEmail: { body: { email } },
  verifyEmail: { body: { token } },
  signInWithPasskey: { body: { response: {} } },
}

test('503 for every public sign-in operation; no session is valid, and API keys work', async () => {
  const nobody = callerOf(server.baseUrl, undefined)
  for (const operation of Object.values(signIn).filter(({ access }) => access.who === 'public')) {
    const reply = await unchanged(server, () => nobody.call(operation, inputs[operation.id] ?? {}))
    expectError(reply, 503, 'sign_in_unavailable')
  }
  const { caller } = await newPerson(server)
  expect((await caller.call(signIn.updateMyName, { body: { name: 'Ada' } })).status).toBe(401)
  expect((await (await scene(server)).owner.call(listProjects)).status).toBe(200)
})
