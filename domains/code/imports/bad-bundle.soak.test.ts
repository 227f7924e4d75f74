import { expect, test } from 'vitest'
import { beginImport, finalize, handmade, uploadBundle } from '../../../testing/imports.ts'
import { expectError } from '../../../testing/refusals.ts'
import type { Bundle } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()

const brokenRules = async (bundle: Bundle) => {
  const { owner } = await scene(server)
  const id = await beginImport(owner, bundle)
  expect((await uploadBundle(owner, id, bundle.bytes)).status).toBe(200)
  const reply = await finalize(owner, id)
  expectError(reply, 400, 'bundle_rejected')
  return (reply.body.fields as { rule: string }[]).map(({ rule }) => rule)
}

test.each(['.GIT', 'git~1', '.', 'a/b', '.g\u200cit'])('400 for a history with an entry named %j', async (name) => {
  const bundle = await handmade((sample) =>
    sample.commitTree(sample.tree(['100644', name, sample.object('blob', 'x')])),
  )
  expect(await brokenRules(bundle)).toContain('forbidden_path')
})

test.each([
  '[submodule "a"]\n\tpath = a\n\turl = ext::sh -c touch% /tmp/x\n',
  '[submodule "a"]\n\tpath = a\n\turl = https://example.com/a\n\tupdate = !touch /tmp/x\n',
  '[submodule "../../x"]\n\tpath = a\n\turl = https://example.com/a\n',
])('400 for a history with a submodule as in %j', async (content) => {
  const bundle = await handmade((sample) =>
    sample.commitTree(sample.tree(['100644', '.gitmodules', sample.object('blob', content)])),
  )
  expect(await brokenRules(bundle)).toContain('submodule')
})
